import type { Words } from '../words.ts';
import { common } from './common.ts';
import { shell } from './shell.ts';

export const en: Words = { common, shell };
