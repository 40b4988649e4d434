import { z } from 'zod';

/** A text whose length the platform counts in UTF-16 units, or does not say how; zod alone counts code points. */
export function utf16Text(max: number) {
  return z
    .string()
    .max(max)
    .refine((text) => text.length <= max, `at most ${max} UTF-16 units`);
}
