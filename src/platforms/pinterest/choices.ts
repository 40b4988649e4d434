import { z } from 'zod';
import type { Choice, Reading } from '../platform.ts';
import { pages } from './api.ts';

const board = z.object({
  id: z.string().min(1),
  name: z.string(),
  privacy: z.string().nullish(),
  is_ads_only: z.boolean().nullish(),
});

const MAX_PAGES = 20;

/** The boards of the account, its own and those it shares. */
export async function choices(at: Reading): Promise<Readonly<Record<string, readonly Choice[]>>> {
  const boards: Choice[] = [];
  let read = 0;
  for await (const items of pages(at, 'boards', board)) {
    for (const { id, name, privacy, is_ads_only } of items) {
      if (!is_ads_only) boards.push({ value: id, label: privacy === 'SECRET' ? `${name} (geheim)` : name });
    }
    read += 1;
    if (read >= MAX_PAGES) break;
  }
  return { board_id: boards };
}
