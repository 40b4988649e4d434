import { type ZodType, z } from 'zod';
import type { Asked, Choice, Reading } from '../platform.ts';
import { pages } from './api.ts';

const section = z.object({ id: z.string().min(1), name: z.string() });
const board = section.extend({ privacy: z.string().nullish(), is_ads_only: z.boolean().nullish() });

const MAX_PAGES = 20;
const secret = { de: 'geheim', en: 'secret' };

/** The boards of the account, its own and those it shares, and the sections of the one that is chosen. */
export async function choices(
  at: Reading,
  { language = 'de', within }: Asked = {},
): Promise<Readonly<Record<string, readonly Choice[]>>> {
  const boards = (await read(at, 'boards', board)).filter((one) => !one.is_ads_only);
  const isThere = boards.some(({ id }) => id === within);
  const sections = isThere ? await read(at, `boards/${within}/sections`, section) : [];
  return {
    board_id: boards.map(({ id, name, privacy }) => ({
      value: id,
      label: privacy === 'SECRET' ? `${name} (${secret[language]})` : name,
    })),
    ...(within && { board_section_id: sections.map(({ id, name }) => ({ value: id, label: name })) }),
  };
}

async function read<T>(at: Reading, path: string, item: ZodType<T>): Promise<T[]> {
  const all: T[] = [];
  let count = 0;
  for await (const items of pages(at, path, item)) {
    all.push(...items);
    count += 1;
    if (count >= MAX_PAGES) break;
  }
  return all;
}
