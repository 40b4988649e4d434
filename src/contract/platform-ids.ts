/** The ten platforms, in the order the interface names them. */
export const platformIds = [
  'instagram',
  'tiktok',
  'youtube',
  'twitter',
  'linkedin',
  'facebook',
  'pinterest',
  'threads',
  'bluesky',
  'google_business',
] as const;

export type PlatformId = (typeof platformIds)[number];

export const postTypes = ['text', 'image', 'video', 'carousel'] as const;
export type PostType = (typeof postTypes)[number];

export type Mode = 'live' | 'test';

/** Their posts need a board or a location, which is chosen in the dashboard: never published at once by a tool. */
export const dashboardOnly: readonly PlatformId[] = ['pinterest', 'google_business'];
