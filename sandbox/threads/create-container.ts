import { randomDigits } from '../accounts.ts';
import { imageSeconds, videoSeconds } from '../graph/containers.ts';
import { refuse } from '../graph/problem.ts';
import { parametersOf } from '../graph/request.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { type Container, containers, invalid, type MediaType, mediaNotFound } from './container.ts';
import { publishContainer } from './publish.ts';
import { requireOwner } from './sign-in.ts';
import { distinctLinks, textLength } from './text.ts';

const maxText = 500;
const maxLinks = 5;
const maxAltText = 1000;
const replyControls = [
  'everyone',
  'accounts_you_follow',
  'mentioned_only',
  'parent_post_author_only',
  'followers_only',
];

/** POST /{user-id}/threads: nothing becomes public here, unless `auto_publish_text` asks for it. */
export async function createContainer(call: Call): Promise<Answer> {
  const account = await requireOwner(call);
  // A profile whose user name begins with "restricted" must be put right in the app first.
  if (account.username.startsWith('restricted')) {
    refuse({ code: 10, subcode: 4279013, type: 'THApiException', message: 'The user is restricted' });
  }
  const parameter = await parametersOf(call);
  const container = readContainer(call, account.id, parameter);
  const { mediaType } = container;
  const needsFile = mediaType === 'IMAGE' || mediaType === 'VIDEO';
  const slower = call.takeFault('slow_processing', account.id)?.seconds ?? 0;
  const isRejected = needsFile && call.takeFault('rejected_media', account.id) !== null;
  const problem = mediaType === 'VIDEO' ? 'INVALID_FRAME_RATE' : 'INVALID_ASPEC_RATIO';
  const ready: Container = {
    ...container,
    // Text is ready at once.
    seconds: (mediaType === 'VIDEO' ? videoSeconds : mediaType === 'TEXT' ? 0 : imageSeconds) + slower,
    result: isRejected ? { problem, media: null } : needsFile ? null : { problem: null, media: null },
  };
  containers.save(call.world, ready);
  containers.start(call.world, ready);
  if (mediaType === 'TEXT' && parameter('auto_publish_text') === 'true') {
    return ok({ id: publishContainer(call, ready) });
  }
  return ok({ id: ready.id });
}

function readContainer(call: Call, account: string, parameter: (name: string) => string): Container {
  const mediaType = readMediaType(parameter('media_type'));
  const text = parameter('text');
  const link = parameter('link_attachment');
  const isCarouselItem = parameter('is_carousel_item') === 'true';
  if (textLength(text) > maxText) invalid('text must be at most 500 characters long.');
  if (mediaType === 'TEXT' && text.trim() === '') invalid('text is required for media_type TEXT');
  if (isCarouselItem && text !== '') invalid('text is not allowed on carousel items');
  if (isCarouselItem && mediaType !== 'IMAGE' && mediaType !== 'VIDEO')
    invalid('is_carousel_item needs media');
  if (link !== '' && mediaType !== 'TEXT') invalid('link_attachment is for media_type TEXT only');
  if (link !== '' && !isWebAddress(link)) invalid('link_attachment must be a valid URL');
  if (distinctLinks(text, link) > maxLinks) {
    refuse({
      code: 100,
      type: 'THApiException',
      message: 'THREADS_API__LINK_LIMIT_EXCEEDED: a post may hold at most 5 links',
    });
  }
  const altText = parameter('alt_text');
  if (altText.length > maxAltText) invalid('alt_text must be at most 1000 characters long.');
  const control = parameter('reply_control');
  if (control !== '' && !replyControls.includes(control)) {
    invalid(`reply_control must be one of {${replyControls.join(', ')}}`);
  }
  const tag = parameter('topic_tag');
  if (tag.length > 50 || /[.&]/.test(tag)) invalid('topic_tag must be 1 to 50 characters without . and &');
  return {
    account,
    id: randomDigits(17, '17'),
    mediaType,
    text,
    altText,
    link: link === '' ? null : link,
    topicTag: tag === '' ? null : tag,
    replyTo: parameter('reply_to_id') || null,
    isCarouselItem,
    children: mediaType === 'CAROUSEL' ? readChildren(call, account, parameter('children')) : [],
    mediaUrl: readMediaUrl(mediaType, parameter),
    createdAt: call.world.now(),
    begun: call.world.moment(),
    seconds: 0,
    result: null,
    mediaId: null,
  };
}

function readMediaType(given: string): MediaType {
  const known: readonly MediaType[] = ['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL'];
  const found = known.find((name) => name === given);
  return found ?? invalid(`media_type must be one of {${known.join(', ')}}`);
}

function readMediaUrl(mediaType: MediaType, parameter: (name: string) => string): string | null {
  if (mediaType !== 'IMAGE' && mediaType !== 'VIDEO') return null;
  const name = mediaType === 'IMAGE' ? 'image_url' : 'video_url';
  const given = parameter(name);
  return isWebAddress(given) ? given : invalid(`${name} must be a public URL`);
}

function isWebAddress(given: string): boolean {
  return URL.canParse(given) && /^https?:$/.test(new URL(given).protocol);
}

function readChildren(call: Call, account: string, given: string): string[] {
  const ids = given
    .replace(/[[\]"\s]/g, '')
    .split(',')
    .filter((id) => id !== '');
  if (ids.length < 2 || ids.length > 20) invalid('children must hold 2 to 20 containers');
  for (const id of ids) {
    const child = containers.find(call.world, id);
    if (child === null || child.account !== account || !child.isCarouselItem) refuse(mediaNotFound);
    else if (containers.status(call.world, child) !== 'FINISHED')
      invalid(`children: container ${id} is not ready`);
  }
  return ids;
}
