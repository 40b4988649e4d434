import { accounts } from './accounts.ts';
import { auth } from './auth.ts';
import { compose } from './compose.ts';
import { general } from './general.ts';
import { home } from './home.ts';
import { keys } from './keys.ts';
import { settingsPage } from './settings-page.ts';
import { shell } from './shell.ts';

/** One file for each page. */
export const de = {
  accounts,
  auth,
  compose,
  general,
  home,
  keys,
  settingsPage,
  shell,
} as const;
