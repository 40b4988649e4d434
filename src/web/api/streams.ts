import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../../context.ts';
import { csvPath, eventsPath } from '../../contract/api/addresses.ts';
import { errorTable, PostboteError } from '../../errors.ts';
import { writeCsv } from '../../insights/write-csv.ts';
import { describeWorkspace } from '../../workspaces/describe-workspace.ts';
import { sendJsonObject } from '../send-json.ts';
import { createEvents } from './events.ts';
import { createPathTable } from './match-path.ts';
import { admit, type Gate } from './router.ts';

/** What of the API is no JSON: the event stream and the download of numbers. Any member may read both. */
export function createStreams(app: App, gate: Gate) {
  const events = createEvents(app);
  const find = createPathTable([
    { path: csvPath, value: 'csv' as const },
    { path: eventsPath, value: 'events' as const },
  ]);

  async function answer(
    kind: 'csv' | 'events',
    req: IncomingMessage,
    res: ServerResponse,
    names: Record<string, string>,
  ): Promise<void> {
    const { workspaceId = '', mode } = names;
    const welcome = async () => admit({ needs: 'viewer' }, await gate.session(req), workspaceId);
    const { role = 'viewer' } = await welcome();
    if (mode !== 'live' && mode !== 'test') throw new PostboteError('not_found');
    if (kind === 'events') {
      const stillWelcome = () =>
        welcome().then(
          () => true,
          () => false,
        );
      events.watch(req, { workspaceId, mode, stillWelcome, res });
      return;
    }
    const query = new URL(req.url ?? '/', 'http://localhost').searchParams;
    const days = Math.min(365, Math.max(1, Math.trunc(Number(query.get('days') ?? 30)) || 30));
    const { timeZone } = await describeWorkspace(app, { workspaceId, role });
    const text = await writeCsv(app, { workspaceId, mode }, { days, timeZone });
    res.writeHead(200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="postbote-${mode}-${days}-days.csv"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
    res.end(text);
  }

  return {
    /** False: not one of these addresses. */
    handle(req: IncomingMessage, res: ServerResponse, path: string): boolean {
      const match = req.method === 'GET' ? find(path)[0] : undefined;
      if (!match) return false;
      answer(match.value, req, res, match.names).catch((error) => {
        const known = error instanceof PostboteError ? error : new PostboteError('internal');
        if (known !== error) app.log.error({ err: error }, 'the dashboard API failed');
        if (res.headersSent) res.destroy();
        else sendJsonObject(res, errorTable[known.code].status, { error: known.code });
      });
      return true;
    },
    close: () => events.close(),
  };
}
