import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { eventsPath } from '../../../src/contract/api/addresses.ts';
import type { ApiName } from '../../../src/contract/api/index.ts';
import type { LiveEvent } from '../../../src/contract/api/insights.ts';
import { address } from './call.ts';

/** What may look different after each kind of event. */
const touched: Record<LiveEvent['kind'], readonly ApiName[]> = {
  post: ['listPosts', 'readPost', 'readHome', 'readAttempts', 'readNumbers', 'nextSlot', 'listAccounts'],
  accounts: ['listAccounts', 'listPlatforms', 'readHome'],
  keys: ['listKeys'],
  workspace: ['me', 'readHome', 'listMembers'],
};

/** Listens to the server and reads again what changed. True while the line is up. */
export function useLive(scope: { workspaceId: string; mode: string }): boolean {
  const client = useQueryClient();
  const [up, setUp] = useState(true);
  const { workspaceId, mode } = scope;
  useEffect(() => {
    const source = new EventSource(address({ path: eventsPath }, { workspaceId, mode }).url);
    source.onopen = () => setUp(true);
    source.onerror = () => setUp(false);
    // Many deliveries may change at once: read once, not once for each.
    const waiting = new Set<ApiName>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    source.onmessage = ({ data }) => {
      for (const name of touched[(JSON.parse(data) as LiveEvent).kind] ?? []) waiting.add(name);
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const name of waiting) void client.invalidateQueries({ queryKey: [name] });
        waiting.clear();
      }, 100);
    };
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [client, workspaceId, mode]);
  return up;
}
