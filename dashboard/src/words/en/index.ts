import type { Words } from '../words.ts';
import { general } from './general.ts';
import { settingsForm } from './settings-form.ts';
import { shell } from './shell.ts';

export const en: Words = { general, settingsForm, shell };
