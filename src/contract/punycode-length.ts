/**
 * How long a label becomes in the DNS: 'xn--' and its punycode if it has anything beyond ASCII.
 * RFC 3492 section 6.3, counting the digits instead of writing them.
 */
export function punycodeLength(label: string): number {
  const points = Array.from(label, (character) => character.codePointAt(0) as number);
  const ascii = points.filter((point) => point < 0x80).length;
  if (ascii === points.length) return ascii;

  let length = 'xn--'.length + (ascii > 0 ? ascii + 1 : 0);
  let done = ascii;
  let bias = 72;
  let delta = 0;
  let reached = 0x80;
  for (const next of [...new Set(points.filter((point) => point >= 0x80))].sort((a, b) => a - b)) {
    delta += (next - reached) * (done + 1);
    reached = next;
    for (const point of points) {
      if (point < next) delta += 1;
      if (point !== next) continue;
      length += digits(delta, bias);
      bias = adapt(delta, done + 1, done === ascii);
      delta = 0;
      done += 1;
    }
    delta += 1;
    reached += 1;
  }
  return length;
}

function digits(delta: number, bias: number): number {
  let count = 1;
  let rest = delta;
  for (let k = 36; ; k += 36) {
    const threshold = Math.min(26, Math.max(1, k - bias));
    if (rest < threshold) return count;
    rest = Math.floor((rest - threshold) / (36 - threshold));
    count += 1;
  }
}

function adapt(delta: number, points: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? 700 : 2));
  rest += Math.floor(rest / points);
  let k = 0;
  while (rest > 455) {
    rest = Math.floor(rest / 35);
    k += 36;
  }
  return k + Math.floor((36 * rest) / (rest + 38));
}
