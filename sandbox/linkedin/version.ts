import type { Call } from '../platform.ts';
import { refuse, restError } from './answers.ts';

/** The newest monthly version that this sandbox knows. */
const newest = 202609;

/** Every /rest call names a version that is still served; there is no default. */
export function requireVersion(call: Call): void {
  const given = call.request.headers['linkedin-version'];
  if (typeof given !== 'string' || given === '') {
    refuse(
      restError(
        400,
        'VERSION_MISSING',
        'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
      ),
    );
  }
  if (!/^20\d\d(0[1-9]|1[0-2])$/.test(given) || Number(given) > newest || call.world.now() >= endOf(given)) {
    refuse(restError(426, 'NONEXISTENT_VERSION', `Requested version ${given}01 is not active`));
  }
}

/** A version lives for about a year: 202609 is listed until 2027-09-15. */
function endOf(version: string): number {
  return Date.UTC(Number(version.slice(0, 4)) + 1, Number(version.slice(4)) - 1, 15);
}

/** `List(…)` and `(key:value)` belong to protocol 2.0.0; without that header they are not understood. */
export function requireProtocol(call: Call): void {
  if (call.request.headers['x-restli-protocol-version'] === '2.0.0') return;
  refuse(restError(400, 'ILLEGAL_ARGUMENT', 'Invalid query parameters passed to request'));
}

/** The values of `List(a,b)`. */
export function readList(call: Call, name: string): string[] {
  const given = call.query.get(name);
  if (given === null) return [];
  requireProtocol(call);
  const [, inner] = /^List\((.*)\)$/.exec(given) ?? [];
  if (inner === undefined) {
    return refuse(restError(400, 'PARAM_INVALID', `Invalid value for parameter ${name}`));
  }
  return inner.split(',').filter((value) => value !== '');
}

export function readPaging(call: Call, usual = 10): { start: number; count: number } {
  const number = (name: string, fallback: number) => {
    const value = Number(call.query.get(name) ?? fallback);
    return Number.isInteger(value) && value >= 0
      ? value
      : refuse(restError(400, 'PARAM_INVALID', `Invalid value for parameter ${name}`));
  };
  return { start: number('start', 0), count: Math.min(100, number('count', usual)) };
}

export function pageOf<T>(items: readonly T[], at: { start: number; count: number }) {
  const elements = items.slice(at.start, at.start + at.count);
  return { paging: { start: at.start, count: at.count, links: [], total: items.length }, elements };
}
