import { randomWord } from '../accounts.ts';
import { fetchFile } from '../fetch-file.ts';
import { sniffType } from '../media-type.ts';
import { putUpload } from '../objects.ts';
import { createDigester, type Digest } from '../request-body.ts';
import type { World } from '../world.ts';
import { invalid } from './pinterest-error.ts';
import { pinterest } from './sign-in.ts';

const maxImageBytes = 20 * 1024 * 1024;
const userAgent = 'Pinterest/0.2 (+https://www.pinterest.com/bot.html)';

export interface KeptImage {
  readonly size: number;
  readonly upload?: string;
}

/** Fetches the picture as Pinterest's servers would; a redirect is followed, a refusal ends the call. */
export async function fetchImage(world: World, account: string, url: unknown): Promise<KeptImage> {
  if (typeof url !== 'string' || !URL.canParse(url)) return invalid('url is not a valid URL');
  const digest = await fetchFile(world, url, maxImageBytes, { userAgent });
  if (typeof digest === 'string') {
    return invalid('Unable to reach the URL. Please check the URL and try again.');
  }
  return keepImage(world, account, digest);
}

export function decodeImage(world: World, account: string, type: unknown, data: unknown): KeptImage {
  if (type !== 'image/jpeg' && type !== 'image/png')
    return invalid(`'${type}' is not one of ['image/jpeg', 'image/png']`);
  if (typeof data !== 'string' || !/^[a-zA-Z0-9+/=]+$/.test(data))
    return invalid('data does not match the pattern');
  const digester = createDigester(maxImageBytes);
  digester.write(Buffer.from(data, 'base64'));
  return keepImage(world, account, digester.end());
}

export const brokenImage = (): never =>
  invalid('Sorry, this image is broken. Please pick a different image.');

function keepImage(world: World, account: string, digest: Digest): KeptImage {
  const { size, head, sha256, bytes } = digest;
  const type = sniffType(head);
  if (type === null || !type.startsWith('image/')) return brokenImage();
  if (bytes === null) return { size };
  const upload = randomWord(12);
  putUpload(world.store, { platform: pinterest, account, id: upload, type, size, sha256, bytes });
  return { size, upload };
}
