import { type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '../../../src/contract/api/endpoint.ts';
import type { Api, ApiName } from '../../../src/contract/api/index.ts';
import { type ApiError, call } from './call.ts';

type Options<N extends ApiName> = Omit<UseQueryOptions<OutputOf<Api[N]>, ApiError>, 'queryKey' | 'queryFn'>;

export const keyOf = <N extends ApiName>(name: N, input: InputOf<Api[N]>) => [name, input] as const;

/** Reads an endpoint and keeps what it read. */
export function useRead<N extends ApiName>(name: N, input: InputOf<Api[N]>, options?: Options<N>) {
  return useQuery<OutputOf<Api[N]>, ApiError>({
    queryKey: keyOf(name, input),
    queryFn: ({ signal }) => call(name, input, signal),
    ...options,
  });
}

/** Changes something; what it may have changed (by endpoint name) is read again. */
export function useChange<N extends ApiName>(name: N, touches: readonly ApiName[] = []) {
  const client = useQueryClient();
  return useMutation<OutputOf<Api[N]>, ApiError, InputOf<Api[N]>>({
    mutationFn: (input) => call(name, input),
    onSuccess: () => Promise.all(touches.map((one) => client.invalidateQueries({ queryKey: [one] }))),
  });
}
