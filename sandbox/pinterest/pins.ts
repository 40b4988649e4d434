import { followersOf, followingOf, gainedBy } from '../engagement.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { findPost, listPosts, removePost } from '../posts.ts';
import type { Account, Post } from '../store.ts';
import { requireBoard } from './boards.ts';
import { paged } from './paged.ts';
import { pinView } from './pin-view.ts';
import { refuse } from './pinterest-error.ts';
import { pinterest, requireAccount } from './sign-in.ts';

export function getUserAccount(call: Call): Answer {
  const account = requireAccount(call, 'user_accounts:read');
  const own = { platform: pinterest, account: account.id };
  const monthAgo = call.world.now() - 30 * 86_400_000;
  return ok({
    id: account.id,
    username: account.username,
    account_type: 'BUSINESS',
    business_name: account.name,
    profile_image: `${call.world.home()}/media/square.jpg`,
    website_url: '',
    about: 'A pretend account of the Postbote sandbox.',
    board_count: 3,
    pin_count: listPosts(call.world.store, { ...own, limit: 0 }).total,
    follower_count: followersOf(call.world, account),
    following_count: followingOf(account),
    monthly_views: gainedBy(call.world, own, monthAgo).views,
  });
}

export function getPin(call: Call): Answer {
  const account = requireAccount(call, 'boards:read', 'pins:read');
  return ok(pinView(call, account, requirePin(call, account)));
}

export function listPins(call: Call): Answer {
  const account = requireAccount(call, 'boards:read', 'pins:read');
  return pageOf(call, account, () => true);
}

export function listBoardPins(call: Call): Answer {
  const account = requireAccount(call, 'boards:read', 'pins:read');
  const board = requireBoard(call, account.id, call.params.id ?? '');
  const { section } = call.params;
  return pageOf(
    call,
    account,
    ({ data }) => data.boardId === board.id && (section === undefined || data.sectionId === section),
  );
}

export function deletePin(call: Call): Answer {
  const account = requireAccount(call, 'boards:read', 'boards:write', 'pins:read', 'pins:write');
  removePost(call.world.store, pinterest, account.id, requirePin(call, account).id);
  return { status: 204 };
}

function pageOf(call: Call, account: Account, belongs: (post: Post) => boolean): Answer {
  const { posts } = listPosts(call.world.store, { platform: pinterest, account: account.id, limit: 10_000 });
  const page = paged(call, posts.filter(belongs), (post) => post.id);
  return ok({ items: page.items.map((post) => pinView(call, account, post)), bookmark: page.bookmark });
}

function requirePin(call: Call, account: Account): Post {
  const post = findPost(call.world.store, pinterest, call.params.id ?? '');
  return post === null || post.account !== account.id ? refuse(404, 50, 'Pin not found.') : post;
}
