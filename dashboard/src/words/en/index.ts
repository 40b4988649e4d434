import type { Words } from '../words.ts';
import { accounts } from './accounts.ts';
import { analytics } from './analytics.ts';
import { auth } from './auth.ts';
import { calendar } from './calendar.ts';
import { compose } from './compose.ts';
import { general } from './general.ts';
import { home } from './home.ts';
import { keys } from './keys.ts';
import { post } from './post.ts';
import { posts } from './posts.ts';
import { settingsForm } from './settings-form.ts';
import { settingsPage } from './settings-page.ts';
import { shell } from './shell.ts';

export const en: Words = {
  accounts,
  analytics,
  auth,
  compose,
  calendar,
  general,
  home,
  keys,
  post,
  posts,
  settingsForm,
  settingsPage,
  shell,
};
