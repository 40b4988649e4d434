import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Change } from '../../changes.ts';
import type { App } from '../../context.ts';
import type { LiveEvent } from '../../contract/api/insights.ts';
import type { Mode } from '../../contract/platform-ids.ts';
import { postsBelongTo } from '../../posts/posts-belong-to.ts';

interface Watcher {
  readonly workspaceId: string;
  readonly mode: Mode;
  /** Still the same member with the same session? Asked before anything is said, and now and then. */
  readonly stillWelcome: () => Promise<boolean>;
  readonly res: ServerResponse;
}

/** Proxies close lines on which nothing moves for a minute. */
const beatMs = 25_000;

/** The event stream: who watches a workspace is told what changed in it, and then reads it again with full checks. */
export function createEvents(app: Pick<App, 'changes' | 'db' | 'log'>) {
  const watchers = new Set<Watcher>();
  let stopListening: (() => void) | null = null;
  let beat: NodeJS.Timeout | null = null;

  const send = (watcher: Watcher, event: LiveEvent) => {
    watcher.res.write(`data: ${JSON.stringify(event)}\n\n`);
  };

  const spread = async (changes: readonly Change[]) => {
    const ids = changes.flatMap((change) => ('postId' in change ? [change.postId] : []));
    const owners = ids.length > 0 ? await postsBelongTo(app, ids) : [];
    for (const watcher of watchers) {
      const news: LiveEvent[] = [
        ...owners
          .filter(({ workspaceId, mode }) => workspaceId === watcher.workspaceId && mode === watcher.mode)
          .map(({ id }) => ({ kind: 'post' as const, postId: id })),
        ...changes.flatMap((change) =>
          'kind' in change && change.workspaceId === watcher.workspaceId ? [{ kind: change.kind }] : [],
        ),
      ];
      if (news.length === 0) continue;
      // Who was shown the door a moment ago hears nothing more.
      if (!(await watcher.stillWelcome())) watcher.res.end();
      else for (const event of news) send(watcher, event);
    }
  };

  const keepAlive = async () => {
    for (const watcher of watchers) {
      if (await watcher.stillWelcome()) watcher.res.write(': beat\n\n');
      else watcher.res.end();
    }
  };

  const begin = () => {
    stopListening ??= app.changes.listen((changes) => {
      spread(changes).catch((error) => app.log.warn({ err: error }, 'changes could not be told'));
    });
    beat ??= setInterval(() => {
      keepAlive().catch((error) => app.log.warn({ err: error }, 'the event stream was disturbed'));
    }, beatMs);
  };
  const endIfAlone = () => {
    if (watchers.size > 0) return;
    stopListening?.();
    stopListening = null;
    if (beat) clearInterval(beat);
    beat = null;
  };

  return {
    watch(req: IncomingMessage, watcher: Watcher): void {
      watcher.res.writeHead(200, {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      });
      watcher.res.write('retry: 2000\n\n');
      watchers.add(watcher);
      begin();
      req.socket.setTimeout(0);
      watcher.res.on('close', () => {
        watchers.delete(watcher);
        endIfAlone();
      });
    },
    close(): void {
      for (const { res } of watchers) res.end();
    },
  };
}
