/** Finds the entry whose path fits: names in it (`:postId`) take any one segment, fixed segments win over names. */
export function createPathTable<T>(entries: readonly { readonly path: string; readonly value: T }[]) {
  const table = entries
    .map(({ path, value }) => ({ segments: path.split('/'), value }))
    .sort((a, b) => nameCount(a.segments) - nameCount(b.segments));

  return function find(path: string): { value: T; names: Record<string, string> }[] {
    const segments = path.split('/');
    return table.flatMap((entry) => {
      const names = fit(entry.segments, segments);
      return names ? [{ value: entry.value, names }] : [];
    });
  };
}

const nameCount = (segments: readonly string[]) => segments.filter((one) => one.startsWith(':')).length;

function fit(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const names: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const actual = segments[index] ?? '';
    if (!expected.startsWith(':')) {
      if (actual !== expected) return null;
      continue;
    }
    const text = decode(actual);
    if (text === null || text === '') return null;
    names[expected.slice(1)] = text;
  }
  return names;
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not percent-encoded text: no address of ours.
    return null;
  }
}
