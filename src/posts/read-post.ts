import type { App, Caller } from '../context.ts';
import type { AttemptView, DeliveryView, Numbers, PostView } from '../contract/api/posts.ts';
import { PostboteError } from '../errors.ts';
import { mediaOfPosts } from '../store/deliveries.ts';
import { attemptsOfPost, deliveriesInFull, readPostOf, snapshotsOfPost } from '../store/post-list.ts';
import { describeProblem } from './describe-problem.ts';
import { postState } from './post-state.ts';

type Reach = Pick<App, 'db'>;

/** Everything about one post, as the editor and the post's page show it. */
export async function readPost(app: Reach, caller: Caller, postId: string): Promise<PostView> {
  const { query } = app.db;
  const post = await readPostOf(query, caller.workspaceId, caller.mode, postId.toLowerCase());
  if (!post) throw new PostboteError('not_found', { violations: [{ code: 'post_not_found' }] });
  const [rows, media] = await Promise.all([deliveriesInFull(query, post.id), mediaOfPosts(query, [post.id])]);
  const deliveries = rows.map(viewOf);
  const state = postState(
    post.scheduled_at,
    rows.map((row) => row.state),
  );
  const targets = state === 'canceled' ? rows : rows.filter((row) => row.state !== 'canceled');
  return {
    id: post.id,
    state,
    postType: post.post_type,
    composition: {
      text: post.content,
      texts: Object.fromEntries(
        targets.filter((row) => row.custom_caption === 1).map((row) => [row.platform, row.text]),
      ),
      accountIds: targets.map((row) => row.account_id),
      media: media.map(({ url, kind, alt }) => ({ url, kind, alt })),
      coverUrl: post.cover_url,
      settings: Object.fromEntries(targets.map((row) => [row.account_id, JSON.parse(row.settings)])),
    },
    scheduledAt: post.scheduled_at,
    createdAt: post.created_at,
    updatedAt: post.updated_at ?? post.created_at,
    revision: post.revision,
    author: post.author,
    viaApi: post.api_key_id !== null,
    deliveries,
  };
}

function viewOf(row: Awaited<ReturnType<typeof deliveriesInFull>>[number]): DeliveryView {
  const waiting = row.state === 'pending' || row.state === 'publishing';
  return {
    id: row.id,
    accountId: row.account_id,
    accountName: row.account_name,
    accountUsername: row.account_username,
    platform: row.platform,
    state: row.state,
    text: row.text,
    customText: row.custom_caption === 1,
    settings: JSON.parse(row.settings),
    dueAt: row.due_at,
    nextTryAt: waiting && !row.in_hand ? row.wake_at : null,
    publishedAt: row.published_at,
    publicId: row.public_id,
    url: row.url,
    problem: describeProblem(row),
    raw: row.error_raw,
    attempts: row.attempts,
  };
}

/** Every attempt, by delivery, oldest first. */
export async function readAttempts(
  app: Reach,
  caller: Caller,
  postId: string,
): Promise<Record<string, AttemptView[]>> {
  const post = await readPost(app, caller, postId);
  const attempts = await attemptsOfPost(app.db.query, post.id);
  return group(attempts, (row) => ({
    number: row.number,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    outcome: row.outcome,
    problem: describeProblem(row),
    raw: row.error_raw,
  }));
}

/** The numbers over time, by delivery. */
export async function readNumbers(
  app: Reach,
  caller: Caller,
  postId: string,
): Promise<Record<string, (Numbers & { at: number })[]>> {
  const post = await readPost(app, caller, postId);
  const snapshots = await snapshotsOfPost(app.db.query, post.id);
  return group(snapshots, ({ taken_at, likes, comments, shares, reach }) => ({
    at: taken_at,
    likes,
    comments,
    shares,
    reach,
  }));
}

function group<R extends { delivery_id: string }, V>(
  rows: readonly R[],
  view: (row: R) => V,
): Record<string, V[]> {
  const grouped = Map.groupBy(rows, (row) => row.delivery_id);
  return Object.fromEntries([...grouped].map(([id, own]) => [id, own.map(view)]));
}
