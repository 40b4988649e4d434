import { accounts } from './accounts.ts';
import { analytics } from './analytics.ts';
import { auth } from './auth.ts';
import { general } from './general.ts';
import { home } from './home.ts';
import { keys } from './keys.ts';
import { settingsForm } from './settings-form.ts';
import { settingsPage } from './settings-page.ts';
import { shell } from './shell.ts';

/** One file for each page. */
export const de = {
  accounts,
  analytics,
  auth,
  general,
  home,
  keys,
  settingsForm,
  settingsPage,
  shell,
} as const;
