import { randomBytes } from 'node:crypto';
import type { Answer, Call } from '../platform.ts';
import { publishPost } from '../posts.ts';
import { requireRoom } from '../quotas.ts';
import { inputError, refuse } from './answers.ts';
import { seenMedia } from './assets.ts';
import { type Attachment, checkFields, checkLength, readContent } from './check-post.ts';
import { shownText } from './little-text.ts';
import { isPage, linkedin, requireAuthor, requireLogin } from './login.ts';
import { postsQuota } from './quotas.ts';
import { requireVersion } from './version.ts';

/** LinkedIn does not say how long it remembers; reports speak of 24 to 48 hours. */
const duplicateSeconds = 86_400;

/** POST /rest/posts → 201 with an empty body; the id is in a header and nowhere else. */
export async function createPost(call: Call): Promise<Answer> {
  requireVersion(call);
  const login = requireLogin(call);
  const input = await call.body();
  const author = requireAuthor(call, login, input.author, 'partnerApiPostsExternal.CREATE');
  checkFields(input, isPage(author.id));
  const { world } = call;
  return world.store.transaction(() => {
    requireRoom(call, linkedin, postsQuota, login.member.id);
    world.quotas.spend(linkedin, postsQuota, login.member.id, 1);
    const attachments = readContent(call, author.id, input.content);
    const commentary = String(input.commentary);
    const text = shownText(commentary);
    checkLength(text);
    if (text.trim() === '' && (input.content ?? input.reshareContext) === undefined) {
      refuse(inputError(400, 'INVALID_VALUE_BLANK_FIELD', 'commentary is blank', 'commentary'));
    }
    const fingerprint = JSON.stringify(input.content ?? null);
    const twin = findTwin(call, author.id, text, fingerprint);
    if (twin !== null) refuse(duplicateOf(twin));
    const media = attachments.map(({ asset, alt }) => seenMedia(asset, alt));
    const [first] = attachments;
    const id = newUrn(world.now(), first?.asset.kind === 'video' ? 'ugcPost' : 'share');
    publishPost(world.store, {
      platform: linkedin,
      account: author.id,
      id,
      text,
      type: media.length > 1 ? 'carousel' : (media[0]?.type ?? 'text'),
      media,
      cover: first?.asset.thumbnail ?? null,
      publishedAt: world.now(),
      data: { ...kept(input), commentary, fingerprint, isScrambled: isScrambled(attachments) },
    });
    return { status: 201, headers: { 'x-restli-id': id, 'x-linkedin-id': id } };
  });
}

function kept({
  visibility,
  distribution,
  isReshareDisabledByAuthor = false,
  content,
}: Record<string, unknown>) {
  return { visibility, distribution, isReshareDisabledByAuthor, ...(content ? { content } : {}) };
}

const isScrambled = (attachments: readonly Attachment[]) =>
  attachments.some(({ asset }) => asset.isScrambled);

/** Same words with the same media: fresh uploads of the same file are another post. */
function findTwin(call: Call, account: string, text: string, fingerprint: string): string | null {
  const row = call.world.store.get(
    `SELECT id FROM posts WHERE platform = ? AND account = ? AND published_at > ? AND text = ?
     AND json_extract(data, '$.fingerprint') = ? LIMIT 1`,
    linkedin,
    account,
    call.world.now() - duplicateSeconds * 1000,
    text,
    fingerprint,
  );
  return row === undefined ? null : String(row.id);
}

const duplicateOf = (urn: string): Answer =>
  inputError(
    422,
    'DUPLICATE_POST',
    'Duplicate post is detected',
    undefined,
    `com.linkedin.content.common.exception.BadRequestResponseException: Content is a duplicate of ${urn}`,
  );

/** Like LinkedIn's own: the time in the upper 41 bits. */
function newUrn(now: number, kind: 'share' | 'ugcPost'): string {
  const low = BigInt(randomBytes(4).readUInt32BE() & 0x3fffff);
  return `urn:li:${kind}:${(BigInt(now) << 22n) | low}`;
}
