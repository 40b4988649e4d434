import { findToken } from '../accounts.ts';
import { followersOf, followingOf, gainedBy } from '../engagement.ts';
import { type Answer, type Call, Refusal } from '../platform.ts';
import { requireRoom } from '../quotas.ts';
import type { Account } from '../store.ts';
import { problem, refuse, success } from './answers.ts';
import { grantedScopes, requireAccount, tiktok } from './oauth.ts';
import { postsQuota } from './quotas.ts';

/** What an account is like follows from its user name, so that a test can have every kind. */
export function creatorOf(account: Account) {
  const is = (word: string) => account.username.includes(word);
  return {
    /** A private account cannot post to everybody. */
    isPrivate: is('private'),
    /** Signed in through an app that has not passed TikTok's audit. */
    isUnaudited: is('unaudited'),
    isBanned: is('banned'),
    /** Has switched comments, duets and stitches off for good. */
    isQuiet: is('quiet'),
  };
}

export function privacyOptions(account: Account): string[] {
  return creatorOf(account).isPrivate
    ? ['FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY']
    : ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'];
}

/** Asked by creator_info and again by every init: both refuse a creator who may not post now. */
export function requireMayPost(call: Call, account: Account): void {
  const creator = creatorOf(account);
  if (creator.isBanned)
    refuse('spam_risk_user_banned_from_posting', 'The user is banned from making new posts.');
  requireRoom(call, tiktok, postsQuota, account.id);
}

/** POST /v2/post/publish/creator_info/query/ */
export function queryCreator(call: Call): Answer {
  const account = requireAccount(call, 'video.publish');
  requireMayPost(call, account);
  const { isQuiet } = creatorOf(account);
  return success({
    creator_avatar_url: `${call.world.home()}/media/square.jpg`,
    creator_username: account.username,
    creator_nickname: account.name,
    privacy_level_options: privacyOptions(account),
    comment_disabled: isQuiet,
    duet_disabled: isQuiet,
    stitch_disabled: isQuiet,
    max_video_post_duration_sec: 600,
  });
}

const scopeOfField: Readonly<Record<string, string>> = {
  open_id: 'user.info.basic',
  union_id: 'user.info.basic',
  avatar_url: 'user.info.basic',
  avatar_url_100: 'user.info.basic',
  avatar_large_url: 'user.info.basic',
  display_name: 'user.info.basic',
  username: 'user.info.profile',
  bio_description: 'user.info.profile',
  profile_deep_link: 'user.info.profile',
  is_verified: 'user.info.profile',
  follower_count: 'user.info.stats',
  following_count: 'user.info.stats',
  likes_count: 'user.info.stats',
  video_count: 'user.info.stats',
};

/** GET /v2/user/info/?fields=…: a field beyond the granted scopes fails the whole call. */
export function getUserInfo(call: Call): Answer {
  const account = requireAccount(call, 'user.info.basic');
  const fields = (call.query.get('fields') ?? '').split(',').filter((name) => name !== '');
  if (fields.length === 0) refuse('invalid_params', 'The fields parameter is required.');
  const token = findToken(call.world.store, tiktok, call.bearer ?? '');
  const { likes, posts } = gainedBy(call.world, { platform: tiktok, account: account.id });
  const everything: Record<string, unknown> = {
    open_id: account.id,
    union_id: `union-${account.id}`,
    avatar_url: `${call.world.home()}/media/square.jpg`,
    display_name: account.name,
    username: account.username,
    profile_deep_link: `${call.world.home()}/tiktok/@${account.username}`,
    bio_description: '',
    is_verified: false,
    follower_count: followersOf(call.world, account),
    following_count: followingOf(account),
    likes_count: likes,
    video_count: posts,
  };
  const user: Record<string, unknown> = {};
  for (const name of fields) {
    const scope = Object.hasOwn(scopeOfField, name) ? scopeOfField[name] : undefined;
    if (scope === undefined) refuse('invalid_params', `Unknown field: ${name}`);
    if (token === null || !grantedScopes(token).includes(String(scope))) {
      throw new Refusal(
        problem('scope_permission_missed', `The field ${name} needs the additional scope ${scope}.`),
      );
    }
    user[name] = everything[name] ?? everything.avatar_url;
  }
  return success({ user });
}
