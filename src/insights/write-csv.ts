import type { App } from '../context.ts';
import { formatTime } from '../contract/parse-time.ts';
import { bestPosts, type Scope } from '../store/numbers.ts';
import { calendarWindow } from './calendar-window.ts';

const columns = [
  'published_at',
  'platform',
  'account',
  'post_type',
  'text',
  'url',
  'likes',
  'comments',
  'shares',
  'reach',
] as const;
const most = 100_000;

/** One line for each published post of the window, with its newest numbers. */
export async function writeCsv(
  app: Pick<App, 'db' | 'clock'>,
  scope: Scope,
  input: { days: number; timeZone: string },
): Promise<string> {
  const { from, to } = calendarWindow(app.clock.now(), input.days, input.timeZone);
  const rows = await bestPosts(app.db.query, scope, from, to, most);
  const lines = rows
    .sort((a, b) => b.published_at - a.published_at)
    .map((row) =>
      columns
        .map((name) => cell(name === 'published_at' ? formatTime(row.published_at) : row[name]))
        .join(','),
    );
  // The mark at the front makes spreadsheets read it as UTF-8.
  return `\uFEFF${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}

/** A text that a spreadsheet would take for a formula is kept a text. */
function cell(value: string | number | null): string {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
