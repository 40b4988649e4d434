import type { Answer, Call } from '../platform.ts';
import { removePost } from '../posts.ts';
import { logId, refuse, success } from './answers.ts';
import { requireAccount, tiktok } from './oauth.ts';
import { findPublication, type Publication, publicPostId, savePublication, statusOf } from './publication.ts';
import { startPull } from './pull.ts';

/** POST /v2/post/publish/status/fetch/ */
export async function fetchStatus(call: Call): Promise<Answer> {
  const publication = await requirePublication(call);
  startPull(call.world, publication);
  const status = statusOf(call.world, publication);
  const id = status === 'PUBLISH_COMPLETE' ? publicPostId(call.world, publication) : null;
  const { source, receivedBytes, failReason } = publication;
  const bytes = source === 'FILE_UPLOAD' ? { uploaded_bytes: receivedBytes } : { downloaded_bytes: 0 };
  const data = { status, ...(status === 'FAILED' && { fail_reason: failReason }), ...bytes };
  const error = { code: 'ok', message: '', log_id: logId() };
  // The ids are int64 and stand bare in the JSON, beyond what a double can hold.
  const body = `{"data":${JSON.stringify(data).slice(0, -1)},"publicaly_available_post_id":[${id ?? ''}]},"error":${JSON.stringify(error)}}`;
  return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body };
}

/** POST /v2/post/publish/cancel/: only as long as it is not finished. */
export async function cancel(call: Call): Promise<Answer> {
  const publication = await requirePublication(call);
  const { world } = call;
  if (!statusOf(world, publication).startsWith('PROCESSING')) {
    refuse('publish_not_cancellable', 'The post is already complete and cannot be cancelled.');
  }
  world.store.transaction(() => {
    if (publication.postId !== null) {
      removePost(world.store, tiktok, publication.account, publication.postId);
    }
    savePublication(world, {
      ...publication,
      complete: publication.complete ?? world.moment(),
      seconds: 0,
      failReason: 'publish_cancelled',
      postId: null,
    });
  });
  return success({});
}

async function requirePublication(call: Call): Promise<Publication> {
  const account = requireAccount(call, 'video.publish', 'video.upload');
  const { publish_id: id } = await call.body();
  const publication = typeof id === 'string' ? findPublication(call.world, id) : null;
  if (publication === null) return refuse('invalid_publish_id', 'The publish_id does not exist.');
  if (publication.account !== account.id) {
    refuse(
      'token_not_authorized_for_specified_publish_id',
      'The access_token does not match this publish_id.',
    );
  }
  return publication;
}
