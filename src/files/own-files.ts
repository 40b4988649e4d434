import type { App } from '../context.ts';
import { findByTokens, type ReadyFile } from '../store/files.ts';
import { tokenOf } from './file-address.ts';

/** Which of these addresses are the workspace's own files. Another workspace's are addresses like any other. */
export async function ownFiles(
  app: Pick<App, 'db'>,
  workspaceId: string,
  urls: readonly string[],
): Promise<ReadonlyMap<string, ReadyFile>> {
  const tokens = new Map(urls.map((url) => [url, tokenOf(url)]));
  const wanted = [...new Set(tokens.values())].filter((token) => token !== null);
  const found = await findByTokens(app.db, workspaceId, wanted);
  const byToken = new Map(found.map((file) => [file.token, file]));
  return new Map(
    [...tokens].flatMap(([url, token]) => {
      const file = token === null ? undefined : byToken.get(token);
      return file ? [[url, file] as const] : [];
    }),
  );
}
