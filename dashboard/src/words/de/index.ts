import { auth } from './auth.ts';
import { general } from './general.ts';
import { home } from './home.ts';
import { keys } from './keys.ts';
import { settingsPage } from './settings-page.ts';
import { shell } from './shell.ts';

/** One file for each page. */
export const de = {
  general,
  shell,
  auth,
  home,
  keys,
  settingsPage,
} as const;

import { settingsForm } from './settings-form.ts';
import { shell } from './shell.ts';

/** One file for each page. */
export const de = { general, settingsForm, shell } as const;
