import { Badge } from '@mantine/core';
import type { DeliveryState, PostState } from '../../../src/contract/tools.ts';
import { useWords } from '../words/index.tsx';

const colors: Record<PostState | DeliveryState, string> = {
  draft: 'gray',
  scheduled: 'ink',
  pending: 'ink',
  publishing: 'yellow',
  published: 'green',
  partially_published: 'orange',
  unconfirmed: 'orange',
  failed: 'red',
  canceled: 'gray',
};

export const stateColor = (state: PostState | DeliveryState): string => colors[state];

export function PostStateBadge({ state }: { state: PostState }) {
  const t = useWords().general;
  return (
    <Badge variant="light" color={colors[state]} tt="none">
      {t.postStates[state]}
    </Badge>
  );
}

export function DeliveryStateBadge({ state }: { state: DeliveryState }) {
  const t = useWords().general;
  return (
    <Badge variant="light" color={colors[state]} tt="none">
      {t.deliveryStates[state]}
    </Badge>
  );
}
