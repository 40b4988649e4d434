import type { Page } from 'playwright-core';
import { startDashboard } from '../test/start-dashboard.ts';
import type { Bench } from './bench.ts';
import { connectTo } from './connection.ts';
import { median, type Row, row, valueBelow } from './report.ts';
import { addFuturePosts } from './seed.ts';

const paths = [
  '/',
  '/compose',
  '/calendar',
  '/posts',
  '/analytics',
  '/accounts',
  '/keys',
  '/apps',
  '/settings',
];

/**
 * From the address to a page that can be used, in a browser that has been there before, with 10,000 posts planned, eight
 * a day.
 */
export async function pages(bench: Bench): Promise<Row[]> {
  const app = await startDashboard();
  const { page, close } = await app.open();
  try {
    const { data } = await app.owner.get(`/api/w/${app.workspaceId}/test/accounts`);
    const connection = await connectTo({ POSTBOTE_DATA: app.database.dataDir });
    await addFuturePosts(connection, {
      workspaceId: app.workspaceId,
      accountId: data.accounts[0].id,
      count: 10_000,
      everyMs: 3 * 60 * 60_000,
    });
    await connection.close();
    const rows: Row[] = [];
    for (const path of paths) {
      await usable(page, path);
      const taken: number[] = [];
      for (let round = 0; round < bench.rounds(5); round += 1) taken.push(await usable(page, path));
      rows.push(row('pages', path, 'ms', median(taken), { target: valueBelow(1000) }));
    }
    return rows;
  } finally {
    await close();
    await app.close();
  }
}

/** The heading is there, nothing is being loaded any more, and what was drawn is on the screen. */
async function usable(page: Page, path: string): Promise<number> {
  await page.goto('about:blank');
  const startedAt = performance.now();
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(
    () =>
      document.querySelector('main h1') !== null &&
      document.querySelector('[aria-busy=true], .mantine-Skeleton-root') === null,
    undefined,
    { polling: 'raf' },
  );
  return performance.now() - startedAt;
}
