import { auth } from './auth.ts';
import { general } from './general.ts';
import { shell } from './shell.ts';

/** One file for each page. */
export const de = {
  general,
  shell,
  auth,
} as const;
