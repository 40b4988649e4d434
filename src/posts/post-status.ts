import type { App, Caller } from '../context.ts';
import { isMessageCode, message, nextAction } from '../contract/messages.ts';
import { formatTime } from '../contract/parse-time.ts';
import { readArguments } from '../contract/read-arguments.ts';
import { getPostStatusInput, type PostStatus } from '../contract/tools.ts';
import { isPersonWait } from '../contract/waiting.ts';
import { PostboteError } from '../errors.ts';
import { deliveriesOfPost } from '../store/deliveries.ts';
import { findPost } from '../store/posts.ts';
import { isUuid } from './check-targets.ts';
import { postState } from './post-state.ts';

export async function postStatus(app: Pick<App, 'db'>, caller: Caller, args: unknown): Promise<PostStatus> {
  const { fields, problems } = readArguments(getPostStatusInput, args);
  if (problems.length > 0) throw new PostboteError('invalid_request', { violations: problems });
  const id = String(fields.post_id).toLowerCase();
  if (!isUuid(id)) {
    const facts = { field: 'post_id', expected: 'a uuid' };
    throw new PostboteError('invalid_request', { violations: [{ code: 'field_wrong', facts }] });
  }
  const post = await findPost(app.db, caller.workspaceId, caller.mode, id);
  if (!post) throw new PostboteError('not_found', { violations: [{ code: 'post_not_found' }] });
  const deliveries = await deliveriesOfPost(app.db, id);
  const time = (at: number | null) => (at === null ? null : formatTime(at));
  return {
    id: post.id,
    status: postState(
      post.scheduled_at,
      deliveries.map((delivery) => delivery.state),
    ),
    post_type: post.post_type,
    scheduled_at: time(post.scheduled_at),
    variants: deliveries.map((delivery) => {
      const code = delivery.error_code;
      const until = time(delivery.wake_at);
      const facts = { platform: delivery.platform, until, ...JSON.parse(delivery.error_facts ?? '{}') };
      const known = code !== null && isMessageCode(code) ? code : null;
      const waiting = delivery.state === 'pending' || delivery.state === 'publishing';
      return {
        platform: delivery.platform,
        account: delivery.account,
        account_id: delivery.account_id,
        status: delivery.state,
        error: known ? message(known, facts) : null,
        error_code: code,
        platform_message: delivery.error_raw,
        next_action: known ? nextAction(known, facts) : null,
        attempts: delivery.attempts,
        // What waits for a person has no next attempt, only an end of patience.
        next_attempt_at: waiting && delivery.leased_by === null && !isPersonWait(code) ? until : null,
        published_at: time(delivery.published_at),
        public_id: delivery.public_id,
        url: delivery.url,
      };
    }),
  };
}
