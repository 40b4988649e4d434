import type { AccountView } from '../../../../../src/contract/api/accounts.ts';
import { platformMarks } from '../../../parts/platform-mark.tsx';
import classes from './preview.module.css';

/** The account's first letter: its picture stays at the platform. */
export function Avatar({ account, size = 40 }: { account: AccountView; size?: number }) {
  return (
    <span
      className={classes.avatar}
      style={{
        width: size,
        height: size,
        fontSize: size * 0.42,
        background: platformMarks[account.platform].color,
      }}
      aria-hidden
    >
      {Array.from(account.name.trim())[0]?.toUpperCase() ?? '?'}
    </span>
  );
}
