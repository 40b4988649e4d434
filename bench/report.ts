/** One line of the result: a figure, what it is held against, and whether that is good enough. */
export interface Row {
  readonly group: string;
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly against: string | null;
  readonly reference: number | null;
  readonly ratio: number | null;
  readonly target: string | null;
  /** Null: only reported. */
  readonly met: boolean | null;
}

export interface Target {
  readonly text: string;
  /** What is held against the bound. */
  readonly of: 'ratio' | 'value';
  holds(figure: number): boolean;
}

type Bound = (bound: number) => Target;
export const ratioAtLeast: Bound = (bound) => ({
  text: `ratio ≥ ${bound}`,
  of: 'ratio',
  holds: (it) => it >= bound,
});
export const ratioAtMost: Bound = (bound) => ({
  text: `ratio ≤ ${bound}`,
  of: 'ratio',
  holds: (it) => it <= bound,
});
export const ratioBelow: Bound = (bound) => ({
  text: `ratio < ${bound}`,
  of: 'ratio',
  holds: (it) => it < bound,
});
export const valueBelow: Bound = (bound) => ({
  text: `value < ${bound}`,
  of: 'value',
  holds: (it) => it < bound,
});

export function row(
  group: string,
  name: string,
  unit: string,
  value: number,
  held: { against?: string; reference?: number; ratio?: number; target?: Target } = {},
): Row {
  const { against = null, reference = null, target } = held;
  const ratio = held.ratio ?? (reference === null ? null : value / reference);
  const figure = target?.of === 'value' ? value : ratio;
  const met = target && figure !== null ? target.holds(figure) : null;
  return { group, name, unit, value, against, reference, ratio, target: target?.text ?? null, met };
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
}

/** Of figures taken pairwise, round by round: what disturbs a round disturbs both sides of its ratio. */
export function pairedRatio(above: readonly number[], below: readonly number[]): number {
  return median(above.map((value, round) => value / (below[round] as number)));
}

export function table(rows: readonly Row[]): string {
  const cells = rows.map((one) => [
    one.name,
    `${figure(one.value)} ${one.unit}`,
    one.reference === null ? '' : `${figure(one.reference)} ${one.unit}`,
    one.against ?? '',
    one.ratio === null ? '' : one.ratio.toFixed(2),
    one.target ?? '',
    one.met === null ? '' : one.met ? '✓' : '✗',
  ]);
  const heads = ['', 'value', 'reference', 'held against', 'ratio', 'target', ''];
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...cells.map((line) => line[at]?.length ?? 0)),
  );
  const right = new Set([1, 2, 4]);
  const line = (texts: readonly string[]) =>
    texts
      .map((text, at) => (right.has(at) ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n');
}

function figure(value: number): string {
  if (!Number.isFinite(value)) return '?';
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
