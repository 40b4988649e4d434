import { randomUUIDv7 } from 'node:crypto';
import type { App, Caller } from '../context.ts';
import type { Query } from '../store/db.ts';
import { insertPost } from '../store/posts.ts';
import type { CheckedPost } from './check-post.ts';
import { nextSlot } from './next-slot.ts';

export interface SavedPost {
  id: string;
  scheduledAt: number | null;
}

/** Inside a transaction: chooses the time and stores post, media and deliveries together. */
export async function savePost(
  app: Pick<App, 'db' | 'clock'>,
  query: Query,
  caller: Caller,
  post: CheckedPost,
): Promise<SavedPost> {
  const createdAt = app.clock.now();
  const id = randomUUIDv7();
  const scheduledAt = await chooseTime(app, query, caller, post, createdAt);
  await insertPost(query, {
    id,
    workspace_id: caller.workspaceId,
    mode: caller.mode,
    api_key_id: caller.keyId,
    content: post.content,
    post_type: post.type,
    cover_url: post.coverUrl,
    scheduled_at: scheduledAt,
    created_at: createdAt,
    media: post.media,
    fileIds: [...new Set([...post.files.values()].map((file) => file.id))],
    deliveries: post.targets.map((target) => ({
      id: randomUUIDv7(),
      account_id: target.account.id,
      platform: target.account.platform,
      text: target.text,
      custom_caption: target.customCaption,
      settings: target.settings,
    })),
  });
  return { id, scheduledAt };
}

async function chooseTime(
  app: Pick<App, 'db'>,
  query: Query,
  caller: Caller,
  { plan }: CheckedPost,
  now: number,
): Promise<number | null> {
  switch (plan.kind) {
    case 'draft':
      return null;
    case 'now':
      return now;
    case 'at':
      return plan.at;
    case 'queue':
      return nextSlot(app, query, caller, now);
  }
}
