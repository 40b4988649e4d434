import type { App } from '../context.ts';
import type { AccountView } from '../contract/api/accounts.ts';
import type { Chore } from '../contract/api/insights.ts';
import { platformIds } from '../contract/platform-ids.ts';
import type { Scope } from '../store/numbers.ts';
import { comingOn, troubledSince } from '../store/pulse.ts';

const dayMs = 24 * 60 * 60 * 1000;
const failedMs = 14 * dayMs;
/** How far ahead the end of a login is told. */
const expiringMs = 7 * dayMs;
const most = 50;
const excerptLength = 140;

/** Everything only a person can mend, the most urgent first. */
export async function findChores(
  app: Pick<App, 'db' | 'clock' | 'platforms'>,
  scope: Scope,
  accounts: readonly AccountView[],
): Promise<Chore[]> {
  const now = app.clock.now();
  const demanding = platformIds.filter((id) => {
    const platform = app.platforms(id);
    return platform !== undefined && !platform.settings.safeParse({}).success;
  });
  const [troubled, coming] = await Promise.all([
    troubledSince(app.db.query, scope, now - failedMs, most),
    demanding.length > 0 ? comingOn(app.db.query, scope, demanding, 500) : [],
  ]);
  return [
    ...accounts.flatMap((account) => accountChore(account, now)),
    ...coming.flatMap((row) => {
      const parsed = app.platforms(row.platform)?.settings.safeParse(JSON.parse(row.settings));
      const setting = parsed?.error?.issues[0]?.path.join('.');
      if (setting === undefined) return [];
      return [
        {
          kind: 'setting_missing' as const,
          ...placeOf(row),
          at: row.due_at,
          problem: { code: 'setting_missing', platform: row.platform, facts: { setting } },
        },
      ];
    }),
    ...troubled.map((row) => ({
      kind: row.state,
      ...placeOf(row),
      at: row.due_at,
      problem:
        row.error_code === null
          ? null
          : { code: row.error_code, platform: row.platform, facts: JSON.parse(row.error_facts ?? '{}') },
    })),
  ].slice(0, most);
}

const placeOf = (row: {
  platform: Chore['platform'];
  account_id: string;
  account: string;
  post_id: string;
  text: string;
}) => ({
  platform: row.platform,
  accountId: row.account_id,
  accountName: row.account,
  postId: row.post_id,
  text: Array.from(row.text).slice(0, excerptLength).join(''),
});

function accountChore(account: AccountView, now: number): Chore[] {
  const expiring = account.expiresAt !== null && account.expiresAt < now + expiringMs;
  const kind =
    account.state === 'reconnect'
      ? 'reconnect'
      : account.state === 'paused' && account.waiting > 0
        ? 'paused'
        : expiring
          ? 'expiring'
          : null;
  if (kind === null) return [];
  const { platform, id, name } = account;
  return [
    {
      kind,
      platform,
      accountId: id,
      accountName: name,
      postId: null,
      text: '',
      at: account.expiresAt,
      problem: null,
    },
  ];
}
