import { randomDigits } from '../accounts.ts';
import { listObjects, putObject } from '../objects.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { listPosts } from '../posts.ts';
import type { Account } from '../store.ts';
import type { World } from '../world.ts';
import { paged } from './paged.ts';
import { invalid, refuse } from './pinterest-error.ts';
import { pinterest, requireAccount, scopesOf } from './sign-in.ts';

export interface Board {
  readonly id: string;
  readonly name: string;
  readonly privacy: 'PUBLIC' | 'PROTECTED' | 'SECRET';
  readonly createdAt: number;
  readonly sections: readonly { id: string; name: string }[];
}

const names: readonly [string, Board['privacy']][] = [
  ['Ideen', 'PUBLIC'],
  ['Rezepte', 'PUBLIC'],
  ['Geheim', 'SECRET'],
];

/** A new account begins with three boards, one of them secret and one with a section. */
export function boardsOf(world: World, account: string): Board[] {
  const known = listObjects<Board>(world.store, pinterest, 'board', account);
  if (known.length > 0) return known.map((row) => row.data);
  const created = names.map(([name, privacy], index) => ({
    id: randomDigits(18, `10${index}`),
    name,
    privacy,
    createdAt: world.now(),
    sections: index === 1 ? [{ id: randomDigits(19, '52'), name: 'Salate' }] : [],
  }));
  for (const board of created) putObject(world.store, pinterest, 'board', account, board.id, board);
  return created;
}

export function listBoards(call: Call): Answer {
  const account = requireAccount(call, 'boards:read');
  const privacy = call.query.get('privacy');
  const seesSecret = scopesOf(call).includes('boards:read_secret');
  const boards = boardsOf(call.world, account.id)
    .filter((board) => seesSecret || board.privacy !== 'SECRET')
    .filter((board) => privacy === null || board.privacy === privacy);
  const page = paged(call, boards, (board) => board.id);
  return ok({ items: page.items.map((board) => boardView(call, account, board)), bookmark: page.bookmark });
}

export function listSections(call: Call): Answer {
  const account = requireAccount(call, 'boards:read');
  const page = paged(
    call,
    requireBoard(call, account.id, call.params.id ?? '').sections,
    (section) => section.id,
  );
  return ok({ items: page.items, bookmark: page.bookmark });
}

/** The board, if it belongs to the caller and the token may see it. */
export function requireBoard(call: Call, account: string, id: string): Board {
  if (!/^\d+$/.test(id)) invalid(`'${id}' does not match '^\\\\d+$'`);
  const board = boardsOf(call.world, account).find((one) => one.id === id);
  if (board === undefined) {
    const isOthers = call.world.store.get(
      `SELECT 1 FROM objects WHERE platform = ? AND kind = 'board' AND id = ?`,
      pinterest,
      id,
    );
    if (isOthers !== undefined) return refuse(403, 29, 'You are not permitted to access that resource.');
    return refuse(404, 40, 'Board not found.');
  }
  if (board.privacy === 'SECRET' && !scopesOf(call).includes('boards:read_secret')) {
    return refuse(403, 29, 'You are not permitted to access that resource.');
  }
  return board;
}

function boardView(call: Call, account: Account, board: Board) {
  const { posts } = listPosts(call.world.store, { platform: pinterest, account: account.id, limit: 1000 });
  return {
    id: board.id,
    name: board.name,
    description: '',
    privacy: board.privacy,
    is_ads_only: false,
    owner: { username: account.username },
    created_at: localTime(board.createdAt),
    board_pins_modified_at: localTime(board.createdAt),
    pin_count: posts.filter((post) => post.data.boardId === board.id).length,
    follower_count: 0,
    collaborator_count: 0,
    media: { image_cover_url: null, pin_thumbnail_urls: [] },
  };
}

/** Pinterest's answers show UTC without saying so: no zone, no fraction. */
export function localTime(at: number): string {
  return new Date(at).toISOString().slice(0, 19);
}
