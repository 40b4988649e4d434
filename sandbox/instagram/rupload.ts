import { type Answer, type Call, ok } from '../platform.ts';
import { chunksOf, createDigester } from '../request-body.ts';
import { type Container, changeContainer, findContainer } from './container.ts';
import { fetchMedia, inspect } from './inspect-media.ts';
import { requireAccount } from './sign-in.ts';

const maxVideoBytes = 300_000_000;

/** The byte upload of a container made with `upload_type=resumable`; a broken one goes on at its offset. */
export async function uploadBytes(call: Call): Promise<Answer> {
  const account = await requireAccount(call);
  const { world } = call;
  const container = findContainer(world, call.params.id ?? '');
  if (container === null || container.account !== account.id || !container.isResumable) {
    return problem(404, 'RequestNotFoundError', 'Upload session not found');
  }
  const { headers } = call.request;
  if (typeof headers.file_url === 'string') {
    const media = await fetchMedia(world, account.id, headers.file_url, 'video');
    changeContainer(world, container.id, {
      bytesTransferred: media.size,
      ...finished(call, container, media),
    });
    return ok({ success: true, message: 'Upload successful.' });
  }
  const offset = Number(headers.offset ?? Number.NaN);
  const fileSize = Number(headers.file_size ?? Number.NaN);
  if (!Number.isInteger(fileSize) || fileSize < 1 || fileSize > maxVideoBytes) {
    return problem(400, 'PartialRequestError', 'The header file_size is missing or out of range');
  }
  if (offset !== container.bytesTransferred) {
    return problem(
      400,
      'OffsetInvalidError',
      `Request starting offset is invalid. Expected ${container.bytesTransferred}`,
    );
  }
  const digester = createDigester(fileSize - offset);
  let received = 0;
  try {
    for await (const chunk of chunksOf(call.request)) {
      digester.write(chunk);
      received += chunk.length;
    }
  } finally {
    // What arrived before a break counts: the sender asks for it and goes on from there.
    changeContainer(world, container.id, { bytesTransferred: offset + received });
  }
  if (offset + received < fileSize)
    return problem(400, 'PartialRequestError', 'Partial request (did not match length of file)');
  const digest = digester.end();
  const media =
    offset === 0 ? inspect(world, account.id, digest, 'video') : { problem: null, size: fileSize };
  changeContainer(world, container.id, finished(call, container, media));
  return ok({ success: true, message: 'Upload successful.' });
}

function finished(
  call: Call,
  container: Container,
  media: Awaited<ReturnType<typeof fetchMedia>>,
): Partial<Container> {
  return {
    begun: call.world.moment(),
    result: container.result ?? { problem: media.problem, media, cover: null },
  };
}

function problem(status: number, type: string, message: string): Answer {
  return { status, body: { debug_info: { retriable: false, type, message } } };
}
