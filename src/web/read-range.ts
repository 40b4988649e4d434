export interface Range {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** RFC 9110, 14.1.2. One range is served; anything fancier gets the whole file, which the standard allows. */
export function readRange(header: string | undefined, size: number): Range | null | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const start = Math.max(0, size - Number(last));
    return start < size ? { start, end: size } : 'unsatisfiable';
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size : Math.min(size, Number(last) + 1) };
}
