import { type Answer, type Call, ok } from '../platform.ts';
import { badRequest, missingParameter } from './google-error.ts';
import { etagOf } from './video.ts';

export function partsOf(call: Call): string[] {
  const parts = call.query.getAll('part').flatMap((part) => part.split(','));
  return parts.some((part) => part !== '') ? parts : missingParameter('part');
}

export function limitOf(call: Call): number {
  const given = Number(call.query.get('maxResults') ?? 5);
  if (!Number.isInteger(given) || given < 0 || given > 50) {
    badRequest('invalidValue', `Invalid value '${given}'. Values must be within the range: [0, 50]`);
  }
  return given;
}

/** Without any item the key itself is missing. */
export function list(
  kind: string,
  items: readonly unknown[],
  total: number,
  perPage: number,
  next?: string,
): Answer {
  return ok({
    kind,
    etag: etagOf(kind),
    ...(next === undefined ? {} : { nextPageToken: next }),
    pageInfo: { totalResults: total, resultsPerPage: perPage },
    ...(items.length === 0 ? {} : { items }),
  });
}
