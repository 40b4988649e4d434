import { hash, randomBytes } from 'node:crypto';
import type { Mode } from '../contract/platform-ids.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 43 characters of base62 carry 256 bits. */
const length = 43;

export function makeKey(mode: Mode): string {
  let secret = '';
  while (secret.length < length) {
    for (const byte of randomBytes(64)) {
      // 248 is the largest multiple of 62 in a byte: above it some letters would come more often.
      if (byte < 248 && secret.length < length) secret += alphabet[byte % 62];
    }
  }
  return `pb_${mode}_${secret}`;
}

export const hashKey = (key: string): string => hash('sha256', key, 'hex');

/** Enough to tell keys apart in a list, too little to guess the rest. */
export const displayPrefix = (key: string): string => key.slice(0, 12);

export const looksLikeKey = (text: string): boolean => /^pb_(live|test)_[0-9A-Za-z]{20,100}$/.test(text);
