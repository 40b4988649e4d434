import type { postsApi } from '../../contract/api/posts.ts';
import { cancelPost } from '../../posts/cancel-post.ts';
import { checkComposition } from '../../posts/check-composition.ts';
import { deletePost } from '../../posts/delete-post.ts';
import { duplicatePost } from '../../posts/duplicate-post.ts';
import { previewSlot } from '../../posts/next-slot.ts';
import { readAttempts, readNumbers, readPost } from '../../posts/read-post.ts';
import { reschedulePost } from '../../posts/reschedule-post.ts';
import { retryPost } from '../../posts/retry-post.ts';
import { searchPosts } from '../../posts/search-posts.ts';
import { settleUnconfirmed } from '../../posts/settle-unconfirmed.ts';
import { writePost } from '../../posts/write-post.ts';
import { problemOf } from './problem-of.ts';
import { callerOf, type HandlersOf } from './route.ts';

export const postHandlers: HandlersOf<typeof postsApi> = {
  listPosts: (at, { workspaceId: _, mode, ...filter }) => searchPosts(at.app, callerOf(at, { mode }), filter),
  readPost: (at, input) => readPost(at.app, callerOf(at, input), input.postId),
  async savePost(at, input) {
    const caller = callerOf(at, input);
    await writePost(at.app, caller, input);
    return readPost(at.app, caller, input.postId);
  },
  async checkPost(at, input) {
    const checked = await checkComposition(at.app, callerOf(at, input), input.composition, input.plan);
    return { postType: checked.type, problems: checked.violations.map(problemOf) };
  },
  async nextSlot(at, input) {
    return { at: await previewSlot(at.app.db.query, callerOf(at, input), at.app.clock.now()) };
  },
  async reschedulePost(at, input) {
    const caller = callerOf(at, input);
    await reschedulePost(at.app, caller, input);
    return readPost(at.app, caller, input.postId);
  },
  async duplicatePost(at, input) {
    const caller = callerOf(at, input);
    await duplicatePost(at.app, caller, input);
    return readPost(at.app, caller, input.newId);
  },
  async cancelPost(at, input) {
    const caller = callerOf(at, input);
    await cancelPost(at.app, caller, input.postId);
    return readPost(at.app, caller, input.postId);
  },
  async deletePost(at, input) {
    await deletePost(at.app, callerOf(at, input), input.postId);
    return {};
  },
  async retryPost(at, input) {
    const caller = callerOf(at, input);
    await retryPost(at.app, caller, input);
    return readPost(at.app, caller, input.postId);
  },
  async settleDelivery(at, input) {
    const caller = callerOf(at, input);
    await settleUnconfirmed(at.app, caller, input);
    return readPost(at.app, caller, input.postId);
  },
  async readAttempts(at, input) {
    return { attempts: await readAttempts(at.app, callerOf(at, input), input.postId) };
  },
  async readNumbers(at, input) {
    return { series: await readNumbers(at.app, callerOf(at, input), input.postId) };
  },
};
