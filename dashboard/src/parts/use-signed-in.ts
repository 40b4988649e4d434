import { useQuery } from '@tanstack/react-query';
import { authCall } from '../api/auth.ts';

/** Who is signed in, asked without being sent to the sign-in page; null: nobody. */
export function useSignedIn() {
  return useQuery({
    queryKey: ['signed-in'],
    queryFn: async () => {
      const session = await authCall<{ user: { name: string; email: string } } | null>('/get-session');
      return session?.user ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
