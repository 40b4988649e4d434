import type { Problem } from '../contract/api/endpoint.ts';
import type { PlatformId } from '../contract/platform-ids.ts';

/** A stored error as the dashboard's catalogue reads it. */
export function describeProblem(row: {
  error_code: string | null;
  error_facts: string | null;
  platform: PlatformId;
}): Problem | null {
  if (row.error_code === null) return null;
  return { code: row.error_code, platform: row.platform, facts: JSON.parse(row.error_facts ?? '{}') };
}
