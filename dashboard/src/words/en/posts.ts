import type { Words } from '../words.ts';

const posts_ = (count: number) => (count === 1 ? '1 post' : `${count} posts`);

export const posts: Words['posts'] = {
  title: 'Posts',
  compose: 'New post',
  filter: {
    filters: (active) => (active === 0 ? 'Filters' : `Filters (${active})`),
    search: 'Search text',
    states: 'State',
    platforms: 'Platform',
    accounts: 'Account',
    noAccount: 'No such account',
    clear: (what) => `Clear filter: ${what}`,
    clearAll: 'Clear filters',
  },
  columns: {
    post: 'Post',
    targets: 'Platforms',
    time: 'Time',
    state: 'State',
    author: 'By',
  },
  list: 'List of posts',
  select: (text) => `Select: ${text}`,
  selectAll: 'Select all that are loaded',
  actionsOf: (text) => `Actions: ${text}`,
  shown: (count, more) => (more ? `${posts_(count)} loaded` : posts_(count)),
  selected: (count) => `${count} selected`,
  unselect: 'Clear selection',
  bulk: 'Act on the selection',
  noTime: 'No time set',
  viaApi: 'through the API',
  unknownAuthor: 'Unknown',
  open: 'View',
  settle: 'Decide what is unconfirmed',
  actions: {
    duplicate: 'Duplicate',
    retry: 'Send the failed ones again',
    cancel: 'Cancel',
    delete: 'Delete',
  },
  bulkActions: {
    duplicate: (count) => `Duplicate (${count})`,
    retry: (count) => `Send again (${count})`,
    cancel: (count) => `Cancel (${count})`,
    delete: (count) => `Delete drafts (${count})`,
  },
  sure: {
    cancel: (count) =>
      `Cancel ${posts_(count)}? What has not begun will not go out. What is already published stays.`,
    delete: (count) => `Delete ${posts_(count)} for good?`,
  },
  keep: 'Not now',
  done: {
    duplicate: (count) => (count === 1 ? 'Duplicated as a draft' : `${count} posts duplicated as drafts`),
    retry: (count) => `${posts_(count)}: what failed goes out again`,
    cancel: (count) => `${posts_(count)} canceled`,
    delete: (count) => `${posts_(count)} deleted`,
  },
  notDone: (count) => `This did not work for ${posts_(count)}:`,
  none: 'No posts yet',
  noneText: 'Write your first post, or let an AI client do it.',
  noMatch: 'Nothing found',
  noMatchText: 'No post fits these filters.',
  end: 'That was all.',
};
