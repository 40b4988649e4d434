import { hash, randomBytes } from 'node:crypto';

/** 192 random bits that fit into a link. Only their hash is stored. */
export const makeToken = (): string => randomBytes(24).toString('base64url');
export const hashToken = (token: string): string => hash('sha256', token, 'hex');
