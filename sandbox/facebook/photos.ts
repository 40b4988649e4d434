import { randomDigits } from '../accounts.ts';
import { fetchFile } from '../fetch-file.ts';
import { type GraphProblem, refuse } from '../graph/problem.ts';
import { isMultipart, parametersOf } from '../graph/request.ts';
import { sniffType } from '../media-type.ts';
import { readMultipart } from '../multipart.ts';
import { findObject, putObject, putUpload } from '../objects.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import type { Digest } from '../request-body.ts';
import type { World } from '../world.ts';
import { createFeedPost } from './feed.ts';
import { facebook, requireAuthor } from './sign-in.ts';

export const maxPhotoBytes = 10 * 1024 * 1024;
/** Unpublished photos are swept after about a day. */
const unpublishedSeconds = 86_400;

export interface Photo {
  readonly page: string;
  readonly id: string;
  readonly size: number;
  readonly alt: string;
  readonly caption: string;
  readonly upload: string | null;
  readonly createdAt: number;
  /** The post that shows it; null while unpublished. */
  readonly postId: string | null;
}

const wrongPhoto: GraphProblem = {
  code: 100,
  subcode: 1366046,
  message: 'Invalid parameter',
  title: "Can't read files",
  explanation:
    "Your photos couldn't be uploaded. Photos should be smaller than 10 MB and saved as JPG, PNG, GIF, TIFF, HEIF or WebP files.",
};
const unreachable: GraphProblem = {
  code: 324,
  subcode: 2069019,
  message: '(#324) Missing or invalid image file',
};

/** POST /{page-id}/photos. With `published=false` nothing becomes public. */
export async function createPhoto(call: Call): Promise<Answer> {
  const { page, appId } = await requireAuthor(call);
  const { digest, parameter } = await readPhoto(call);
  if (digest === 'too_large') return refuse(wrongPhoto);
  if (digest === 'unreachable') return refuse(unreachable);
  const type = sniffType(digest.head);
  if (call.takeFault('rejected_media', page.id) !== null || !type?.startsWith('image/'))
    return refuse(wrongPhoto);
  const photo: Photo = {
    page: page.id,
    id: randomDigits(15, '122'),
    size: digest.size,
    alt: parameter('alt_text_custom'),
    caption: parameter('caption') || parameter('message'),
    upload: digest.bytes === null ? null : `photo_${randomDigits(12)}`,
    createdAt: call.world.now(),
    postId: null,
  };
  const { store } = call.world;
  return store.transaction(() => {
    savePhoto(call.world, photo);
    if (photo.upload !== null) {
      const { size, sha256, bytes } = digest;
      putUpload(store, { platform: facebook, account: page.id, id: photo.upload, type, size, sha256, bytes });
    }
    if (parameter('published') === 'false') return ok({ id: photo.id });
    const postId = createFeedPost(call, {
      page: page.id,
      appId,
      message: photo.caption,
      photos: [photo],
    });
    return ok({ id: photo.id, post_id: postId });
  });
}

async function readPhoto(call: Call) {
  if (!isMultipart(call)) {
    const parameter = await parametersOf(call);
    const url = parameter('url');
    if (url === '') return refuse({ code: 324, message: '(#324) Requires upload file' });
    return { parameter, digest: await fetchFile(call.world, url, maxPhotoBytes) };
  }
  const { files, fields } = await readMultipart(call.request, ['source'], maxPhotoBytes);
  const digest: Digest | undefined = files.source;
  if (digest === undefined) return refuse({ code: 324, message: '(#324) Requires upload file' });
  return { parameter: (name: string) => fields[name] ?? call.query.get(name) ?? '', digest };
}

export function savePhoto(world: World, photo: Photo): void {
  putObject(world.store, facebook, 'photo', photo.page, photo.id, photo);
}

export function findPhoto(world: World, id: string): Photo | null {
  const photo = findObject<Photo>(world.store, facebook, 'photo', id)?.data ?? null;
  if (photo === null || photo.postId !== null) return photo;
  return photo.createdAt + unpublishedSeconds * 1000 <= world.now() ? null : photo;
}
