import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** AES-256-GCM. `of` (the account's id) is bound in, so that a sealed login cannot be moved to another row. */
export function seal(key: Buffer, of: string, value: unknown): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(of));
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from([1]), nonce, cipher.getAuthTag(), body]).toString('base64');
}

export function unseal<T>(key: Buffer, of: string, sealed: string): T {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes[0] !== 1) throw new Error('Unknown form of a sealed value');
  const decipher = createDecipheriv('aes-256-gcm', prepared(key), bytes.subarray(1, 13));
  decipher.setAAD(Buffer.from(of)).setAuthTag(bytes.subarray(13, 29));
  const body = decipher.update(bytes.subarray(29));
  // Nothing more comes out of this mode, but it throws if anything was changed.
  decipher.final();
  return JSON.parse(body.toString('utf8'));
}

/** Every delivery opens a login: the key is taken in once, not each time. */
const preparedKeys = new WeakMap<Buffer, KeyObject>();
function prepared(key: Buffer): KeyObject {
  let known = preparedKeys.get(key);
  if (!known) {
    known = createSecretKey(key);
    preparedKeys.set(key, known);
  }
  return known;
}

/** Lets a node notice that it was given another key than the one the stored logins were sealed with. */
export const keyFingerprint = (key: Buffer): string =>
  createHash('sha256').update('postbote encryption key').update(key).digest('hex').slice(0, 16);
