import { keepFilm } from '../films.ts';
import { receiveBytes, uploadProblem } from '../graph/rupload.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { type Container, containers } from './container.ts';
import { fetchMedia, type Inspected, inspect } from './inspect-media.ts';
import { instagram, requireAccount } from './sign-in.ts';

const maxVideoBytes = 300_000_000;

/** The byte upload of a container made with `upload_type=resumable`; a broken one goes on at its offset. */
export async function uploadBytes(call: Call): Promise<Answer> {
  const account = await requireAccount(call);
  const { world } = call;
  const container = containers.find(world, call.params.id ?? '');
  if (container === null || container.account !== account.id || !container.isResumable) {
    return uploadProblem(404, 'RequestNotFoundError', 'Upload session not found');
  }
  const { file_url: address } = call.request.headers;
  if (typeof address === 'string') {
    const media = await fetchMedia(world, account.id, address, 'video');
    containers.change(world, container.id, {
      bytesTransferred: media.size,
      ...finished(call, container, media),
    });
    return ok({ success: true, message: 'Upload successful.' });
  }
  const { id } = container;
  const arrived = await receiveBytes(call, container.bytesTransferred, maxVideoBytes, (part) => {
    containers.change(world, id, { bytesTransferred: part.offset + part.received });
    keepFilm(
      world.store,
      { platform: instagram, film: id, position: part.offset, total: part.fileSize },
      part.digest,
    );
  });
  // Only the first bytes tell what the file is.
  const seen = arrived.offset === 0 ? inspect(world, account.id, arrived.digest, 'video') : { problem: null };
  const media = { ...seen, size: arrived.fileSize, film: id };
  containers.change(world, id, finished(call, container, media));
  return ok({ success: true, message: 'Upload successful.' });
}

function finished(call: Call, container: Container, media: Inspected): Partial<Container> {
  return {
    begun: call.world.moment(),
    result: container.result ?? { problem: media.problem, media, cover: null },
  };
}
