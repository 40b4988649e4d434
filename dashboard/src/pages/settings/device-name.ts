const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** "Firefox · Linux" from what the browser called itself; null when that says nothing. */
export function deviceName(userAgent: string | null): string | null {
  const named = (list: readonly (readonly [string, string])[]) =>
    list.find(([mark]) => userAgent?.includes(mark))?.[1];
  const parts = [named(browsers), named(systems)].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(' · ') : null;
}
