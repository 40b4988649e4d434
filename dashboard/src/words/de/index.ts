import { general } from './general.ts';
import { settingsForm } from './settings-form.ts';
import { shell } from './shell.ts';

/** One file for each page. */
export const de = { general, settingsForm, shell } as const;
