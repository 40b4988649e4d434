import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './call.ts';

/** Asked twice: with a second factor or a new password a session is replaced while other requests are under way. */
const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;

const signedOut = (error: unknown) => {
  if (isSignedOut(error) && !location.pathname.startsWith('/sign-in')) {
    location.assign(`/sign-in?to=${encodeURIComponent(location.pathname + location.search + location.hash)}`);
  }
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: signedOut }),
  mutationCache: new MutationCache({ onError: signedOut }),
  defaultOptions: {
    queries: {
      // The event stream tells when something changed; this is for what it does not know of.
      staleTime: 30_000,
      retry: (count, error) =>
        isSignedOut(error)
          ? count < 1
          : count < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
      retryDelay: (count, error) => (isSignedOut(error) ? 150 : 1000 * 2 ** count),
    },
  },
});
