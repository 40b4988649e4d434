import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

const ConfirmLeaving = lazy(() => import('./confirm-leaving.tsx'));

/** Text is kept wherever one goes; only a running upload would break off. */
export function LeaveGuard({ uploading, unsaved }: { uploading: boolean; unsaved: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => uploading,
    enableBeforeUnload: () => uploading || unsaved,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Suspense>
      <ConfirmLeaving onLeave={proceed} onStay={reset} />
    </Suspense>
  );
}
