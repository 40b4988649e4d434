import { randomUUID } from 'node:crypto';
import { PostboteError, type Violation } from '../errors.ts';
import type { Query } from '../store/db.ts';
import { insertUser } from '../store/users.ts';
import { hashPassword } from './password-hash.ts';

export const passwordLength = { min: 10, max: 200 } as const;
const maxName = 100;
/** RFC 5321: an address is at most 254 characters. */
const maxEmail = 254;

export interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** A user in the form it is stored in. Hashing takes its time, so it is done before any transaction begins. */
export interface ReadyUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
}

export async function readyUser(input: NewUser): Promise<ReadyUser> {
  const name = input.name.trim();
  const email = normalEmail(input.email);
  const violations: Violation[] = [
    ...(name === '' || name.length > maxName ? [wrong('name', `1 to ${maxName} characters`)] : []),
    ...(email === null ? [wrong('email', 'an e-mail address')] : []),
    ...passwordViolations(input.password),
  ];
  if (email === null || violations.length > 0) throw new PostboteError('invalid_request', { violations });
  return { id: randomUUID(), name, email, passwordHash: await hashPassword(input.password) };
}

/** Inside the transaction that also uses up the link, so that there is never one without the other. */
export async function createUser(query: Query, user: ReadyUser, now: number): Promise<void> {
  if (!(await insertUser(query, user, now))) throw new PostboteError('email_taken');
}

export function passwordViolations(password: string): Violation[] {
  const { min, max } = passwordLength;
  if (password.length >= min && password.length <= max) return [];
  return [wrong('password', `${min} to ${max} characters`)];
}

/** Lower case as better-auth stores it; null: no address. */
export function normalEmail(email: string): string | null {
  const text = email.trim().toLowerCase();
  return text.length <= maxEmail && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(text) ? text : null;
}

const wrong = (field: string, expected: string): Violation => ({
  code: 'field_wrong',
  facts: { field, expected },
});
