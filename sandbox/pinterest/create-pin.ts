import { randomDigits } from '../accounts.ts';
import type { Answer, Call } from '../platform.ts';
import { publishPost } from '../posts.ts';
import { requireBoard } from './boards.ts';
import { readSource } from './media-source.ts';
import { pinView } from './pin-view.ts';
import { invalid, refuse } from './pinterest-error.ts';
import { pinterest, requireAccount, scopesOf } from './sign-in.ts';

/** POST /v5/pins: public at once, and the same body again makes a second pin. */
export async function createPin(call: Call): Promise<Answer> {
  const account = requireAccount(call, 'boards:read', 'boards:write', 'pins:read', 'pins:write');
  const input = await call.body();
  const { world } = call;
  // An app under Trial access may do everything here but this.
  if (account.username.startsWith('trial')) {
    refuse(
      403,
      29,
      'Apps with Trial access may not create Pins in production. Please use the API sandbox instead.',
    );
  }
  const words = {
    title: limited(input.title, 'title', 100),
    description: limited(input.description, 'description', 800),
    link: limited(input.link, 'link', 2048),
    altText: limited(input.alt_text, 'alt_text', 500),
  };
  if (words.link !== null && !/^https?:\/\//i.test(words.link)) invalid('link is not a valid URL');
  // The specification requires nothing; the service does.
  if (typeof input.board_id !== 'string') return invalid("'board_id' is a required property");
  const board = requireBoard(call, account.id, input.board_id);
  if (board.privacy === 'SECRET' && !scopesOf(call).includes('pins:write_secret')) {
    refuse(403, 29, 'You are not permitted to access that resource.');
  }
  const section = input.board_section_id ?? null;
  if (section !== null && !board.sections.some((one) => one.id === section)) {
    refuse(404, 41, 'Board section not found.');
  }
  const source = await readSource(call, account.id, input.media_source, words.altText ?? '');
  return world.store.transaction(() => {
    const post = {
      platform: pinterest,
      account: account.id,
      id: randomDigits(18, '98'),
      text: words.description ?? '',
      type: source.type,
      media: source.media,
      cover: source.cover,
      publishedAt: world.now(),
      data: { ...words, boardId: board.id, sectionId: section },
    };
    publishPost(world.store, post);
    return { status: 201, body: pinView(call, account, post) };
  });
}

/** `maxLength` of JSON Schema counts code points. */
function limited(value: unknown, name: string, max: number): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') return invalid(`${name}: ${JSON.stringify(value)} is not of type 'string'`);
  if ([...value].length > max) invalid(`${name} is too long (constraint: maxLength=${max})`);
  return value;
}
