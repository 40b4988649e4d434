import type { Hosts } from '../call.ts';
import type { Published } from '../publishing.ts';

/** Names a post that has no public id (yet); the prefix keeps it from passing as one. */
export const PUBLISH_ID = 'publish:';

export function named(
  { hosts }: { readonly hosts: Hosts },
  username: string | null,
  kind: 'video' | 'photo',
  postId: string,
): Published {
  return { id: postId, url: username ? `${hosts.web}/@${username}/${kind}/${postId}` : null };
}
