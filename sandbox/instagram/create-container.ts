import { randomDigits } from '../accounts.ts';
import { imageSeconds, videoSeconds } from '../graph/containers.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { requireRoom } from '../quotas.ts';
import { type Container, containers, type MediaType } from './container.ts';
import { mediaProblems, notReady, refuse, restricted } from './graph-error.ts';
import { containersQuota } from './quotas.ts';
import { instagram, requireOwner } from './sign-in.ts';

const maxCaption = 2200;
const maxAltText = 1000;

/** POST /{ig-id}/media: nothing becomes public here. */
export async function createContainer(call: Call): Promise<Answer> {
  const account = await requireOwner(call);
  if (account.username.startsWith('restricted')) return refuse(restricted);
  const input = await call.body();
  const text = (name: string) => {
    const value = input[name] ?? call.query.get(name);
    return value === undefined || value === null ? '' : String(value);
  };
  const container = readContainer(call, account.id, text, input.children);
  const { videoUrl, isResumable, mediaType } = container;
  const isVideo = videoUrl !== null || isResumable;
  const slower = call.takeFault('slow_processing', account.id)?.seconds ?? 0;
  const isRejected = mediaType !== 'CAROUSEL' && call.takeFault('rejected_media', account.id) !== null;
  const problem = isVideo ? mediaProblems.videoFormat : mediaProblems.imageFormat;
  const ready: Container = {
    ...container,
    seconds: (isVideo ? videoSeconds : imageSeconds) + slower,
    isRejected,
    result: isRejected
      ? { problem, media: null, cover: null }
      : mediaType === 'CAROUSEL'
        ? { problem: null, media: null, cover: null }
        : null,
  };
  requireRoom(call, instagram, containersQuota, account.id);
  call.world.store.transaction(() => {
    call.world.quotas.spend(instagram, containersQuota, account.id, 1);
    containers.save(call.world, ready);
  });
  containers.start(call.world, ready);
  const version = call.params.version ?? 'v25.0';
  const uri = `${call.world.home()}/instagram-rupload/ig-api-upload/${version}/${ready.id}`;
  return ok(isResumable ? { id: ready.id, uri } : { id: ready.id });
}

function readContainer(
  call: Call,
  account: string,
  text: (name: string) => string,
  givenChildren: unknown,
): Container {
  const caption = text('caption');
  const altText = text('alt_text');
  const isCarouselItem = text('is_carousel_item') === 'true';
  const isResumable = text('upload_type') === 'resumable';
  const mediaType = readMediaType(text('media_type'), isCarouselItem);
  const hasVideo = text('video_url') !== '' || isResumable;
  if (caption.length > maxCaption) {
    refuse({
      code: 110,
      subcode: 2207010,
      message: 'The caption was too long',
      title: 'Caption too long',
      explanation: `The submitted caption is too long. Its ${caption.length} characters exceed ${maxCaption}.`,
    });
  }
  if ((caption.match(/#[\p{L}\p{N}_]+/gu)?.length ?? 0) > 30) {
    refuse({ code: 100, message: 'Invalid parameter: a caption may hold at most 30 hashtags' });
  }
  if ((caption.match(/@[\w.]+/gu)?.length ?? 0) > 20) {
    refuse({ code: 100, message: 'Invalid parameter: a caption may hold at most 20 mentions' });
  }
  if (altText.length > maxAltText) refuse({ code: 100, message: 'Invalid parameter: alt_text is too long' });
  if (altText !== '' && hasVideo)
    refuse({ code: 100, message: 'Invalid parameter: alt_text is for images only' });
  if (isCarouselItem && caption !== '')
    refuse({ code: 100, message: 'Invalid parameter: no caption on carousel items' });
  if (mediaType === 'IMAGE' && text('image_url') === '')
    refuse({ code: 100, message: 'The parameter image_url is required.' });
  if ((mediaType === 'REELS' || mediaType === 'VIDEO') && !hasVideo)
    refuse({ code: 100, message: 'The parameter video_url is required.' });
  if (mediaType === 'STORIES' && !hasVideo && text('image_url') === '') {
    refuse({ code: 100, message: 'The parameter image_url or video_url is required.' });
  }
  const offset = text('thumb_offset');
  if (offset !== '' && !/^\d+$/.test(offset)) {
    refuse({
      code: 1,
      subcode: 2207057,
      message: 'Thumbnail offset must be greater than or equal to 0 and less than video duration',
    });
  }
  const takesVideo = mediaType !== 'IMAGE' && mediaType !== 'CAROUSEL' && text('video_url') !== '';
  return {
    account,
    id: randomDigits(17, '1788'),
    mediaType,
    caption,
    altText,
    isCarouselItem,
    children: mediaType === 'CAROUSEL' ? readChildren(call, account, givenChildren ?? text('children')) : [],
    imageUrl: takesVideo || mediaType === 'CAROUSEL' || isResumable ? null : webAddress(text('image_url')),
    videoUrl: takesVideo ? webAddress(text('video_url')) : null,
    coverUrl: mediaType === 'REELS' && text('cover_url') !== '' ? webAddress(text('cover_url')) : null,
    isResumable,
    bytesTransferred: 0,
    createdAt: call.world.now(),
    begun: call.world.moment(),
    seconds: 0,
    isRejected: false,
    result: null,
    mediaId: null,
  };
}

function readMediaType(given: string, isCarouselItem: boolean): MediaType {
  const known: readonly MediaType[] = ['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'];
  const mediaType = known.find((name) => name === (given || 'IMAGE'));
  if (mediaType === undefined || (mediaType === 'VIDEO' && !isCarouselItem)) {
    return refuse({
      code: 100,
      subcode: 2207023,
      message: `The media type ${given} is unknown`,
      title: 'Unknown media type',
      explanation: 'A single video is published as REELS; VIDEO is for carousel items only.',
    });
  }
  return mediaType;
}

function readChildren(call: Call, account: string, given: unknown): string[] {
  let list: unknown = given;
  if (typeof given === 'string' && given.startsWith('[')) {
    try {
      list = JSON.parse(given);
    } catch {
      return refuse({ code: 100, message: 'Invalid parameter: children' });
    }
  }
  const ids = Array.isArray(list)
    ? list.map(String)
    : String(list)
        .split(',')
        .filter((id) => id !== '');
  if (ids.length < 2 || ids.length > 10) {
    return refuse({
      code: 100,
      subcode: 2207028,
      message: 'Carousel: the number of children must be within 2 and 10',
    });
  }
  for (const id of ids) {
    const child = containers.find(call.world, id);
    if (child === null || child.account !== account || !child.isCarouselItem) {
      refuse({
        code: 24,
        subcode: 2207008,
        message: `The media builder with creation id = ${id} does not exist or has been expired`,
      });
    } else if (containers.status(call.world, child) !== 'FINISHED') refuse(notReady);
  }
  return ids;
}

function webAddress(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:')) return url.href;
  return refuse({
    ...mediaProblems.unreachable,
    message: 'Only photo or video can be accepted as media type.',
  });
}
