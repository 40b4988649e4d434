import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * argon2id with the first parameters of the OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane.
 * The stored text names them, so they can be raised later without locking anybody out.
 */
const memory = 19_456;
const passes = 2;
const parallelism = 1;
const tagLength = 32;

/** The form of the PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive({ message: bytes(password), nonce, parallelism, tagLength, memory, passes });
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

const form = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{16,86})\$([\w+/]{22,86})$/;

export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  const [, m, t, p, salt = '', hash = ''] = form.exec(stored) ?? [];
  if (!hash) throw new Error('A stored password has an unknown form');
  const expected = Buffer.from(hash, 'base64');
  const tag = await derive({
    message: bytes(password),
    nonce: Buffer.from(salt, 'base64'),
    parallelism: Number(p),
    tagLength: expected.length,
    memory: Number(m),
    passes: Number(t),
  });
  return timingSafeEqual(tag, expected);
}

/** The same letters typed on another keyboard are the same password: NIST SP 800-63B asks for one normal form. */
const bytes = (password: string) => Buffer.from(password.normalize('NFKC'), 'utf8');
const unpadded = (value: Buffer) => value.toString('base64').replace(/=+$/, '');

const derive = (parameters: Argon2Parameters): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
  });
