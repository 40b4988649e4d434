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

const againMs = 5000;

/** Listens to the server and reads again what changed. True while the line is up. */
export function useLive(scope: { workspaceId: string; mode: string }): boolean {
  const client = useQueryClient();
  const [up, setUp] = useState(true);
  const { workspaceId, mode } = scope;
  useEffect(() => {
    let source: EventSource | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    let missed = false;
    // Many deliveries may change at once: read once, not once for each.
    const waiting = new Set<ApiName>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = ({ data }: MessageEvent<string>) => {
      for (const name of touched[(JSON.parse(data) as LiveEvent).kind] ?? []) waiting.add(name);
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const name of waiting) void client.invalidateQueries({ queryKey: [name] });
        waiting.clear();
      }, 100);
    };
    const listen = () => {
      const line = new EventSource(address({ path: eventsPath }, { workspaceId, mode }).url);
      source = line;
      line.onopen = () => {
        setUp(true);
        // What was said while the line was down has to be read.
        if (missed) void client.invalidateQueries();
        missed = false;
      };
      line.onerror = () => {
        setUp(false);
        missed = true;
        // A browser dials again by itself after a cut, and never after a refusal such as a proxy's 502.
        if (line.readyState === EventSource.CLOSED) again = setTimeout(listen, againMs);
      };
      line.onmessage = tell;
    };
    listen();
    return () => {
      clearTimeout(timer);
      clearTimeout(again);
      source?.close();
    };
  }, [client, workspaceId, mode]);
  return up;
}
