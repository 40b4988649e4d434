import { common } from './common.ts';
import { shell } from './shell.ts';

/** One file for each page. */
export const de = { common, shell } as const;
