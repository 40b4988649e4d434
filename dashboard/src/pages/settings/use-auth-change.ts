import { useMutation, useQueryClient } from '@tanstack/react-query';
import { authCall } from '../../api/auth.ts';

/** A change at better-auth's addresses; afterwards what stands under these keys is read again. */
export function useAuthChange<T = unknown>(path: `/${string}`, touches: readonly string[] = []) {
  const client = useQueryClient();
  return useMutation<T, Error, object>({
    mutationFn: (body) => authCall<T>(path, body),
    onSuccess: () => Promise.all(touches.map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
}
