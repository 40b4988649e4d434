import type { Call } from '../platform.ts';
import { inputError, refuse } from './answers.ts';
import { type Asset, findAsset, statusOf } from './assets.ts';

export interface Attachment {
  readonly asset: Asset;
  readonly alt: string;
}

const invalid = (field: string, words: string): never =>
  refuse(inputError(400, 'INVALID_VALUE_FOR_FIELD', words, field));
const tooLong = (field: string, max: number): never =>
  refuse(inputError(400, 'FIELD_LENGTH_TOO_LONG', `${field} exceeds ${max} characters`, field));

/** The fields that every post must carry, and the lengths of those it may. */
export function checkFields(input: Record<string, unknown>, isPage: boolean): void {
  for (const field of ['author', 'commentary', 'visibility', 'distribution', 'lifecycleState']) {
    if (input[field] === undefined || input[field] === null) {
      refuse(inputError(400, 'MISSING_FIELD', `${field} is required`, field));
    }
  }
  if (typeof input.commentary !== 'string') invalid('commentary', 'commentary must be a string');
  const visible = isPage ? ['PUBLIC', 'LOGGED_IN'] : ['PUBLIC', 'CONNECTIONS', 'LOGGED_IN'];
  if (!visible.includes(String(input.visibility))) {
    invalid('visibility', `visibility ${input.visibility} is not valid for this author`);
  }
  if (input.lifecycleState !== 'PUBLISHED') invalid('lifecycleState', 'lifecycleState must be PUBLISHED');
  const { feedDistribution } = input.distribution as { feedDistribution?: unknown };
  if (feedDistribution !== 'MAIN_FEED' && feedDistribution !== 'NONE') {
    invalid('distribution/feedDistribution', 'feedDistribution must be MAIN_FEED or NONE');
  }
}

/** `content` holds exactly one shape; returns the media it names. */
export function readContent(call: Call, author: string, content: unknown): Attachment[] {
  if (content === undefined || content === null) return [];
  const shapes = Object.entries(content as Record<string, Record<string, unknown>>);
  const [name, shape] = shapes[0] ?? ['', {}];
  if (shapes.length !== 1) return invalid('content', 'content must hold exactly one kind');
  if (name === 'media') {
    limit('content/media/title', shape.title, 400);
    return [attachment(call, author, shape, 'content/media', ['image', 'video'])];
  }
  if (name === 'multiImage') {
    const images = Array.isArray(shape.images) ? shape.images : [];
    if (images.length < 2 || images.length > 20) return invalid('content/multiImage', '2 to 20 images');
    return images.map((image, index) =>
      attachment(call, author, image, `content/multiImage/images/${index}`, ['image']),
    );
  }
  if (name === 'article') return checkArticle(call, author, shape);
  if (name === 'poll') return checkPoll(shape);
  return invalid('content', `${name} is no kind of content`);
}

function attachment(
  call: Call,
  author: string,
  given: Record<string, unknown>,
  field: string,
  kinds: readonly string[],
): Attachment {
  const urn = String(given.id ?? '');
  if (!kinds.some((kind) => urn.startsWith(`urn:li:${kind}:`))) {
    refuse(inputError(400, 'INVALID_URN_TYPE', `${urn} is of the wrong type`, `${field}/id`));
  }
  const asset = findAsset(call.world, urn);
  if (asset === null || asset.owner !== author) {
    return refuse(inputError(400, 'INVALID_URN_ID', `${urn} is not owned by ${author}`, `${field}/id`));
  }
  limit(`${field}/altText`, given.altText, 4086);
  const status = statusOf(call.world, asset);
  if (status === 'PROCESSING_FAILED') {
    refuse(inputError(400, 'MEDIA_ASSET_PROCESSING_FAILED', `${urn} failed processing`, `${field}/id`));
  }
  if (status !== 'AVAILABLE') {
    refuse(inputError(400, 'MEDIA_ASSET_WAITING_UPLOAD', `${urn} is not ready`, `${field}/id`));
  }
  return { asset, alt: typeof given.altText === 'string' ? given.altText : '' };
}

function checkArticle(call: Call, author: string, shape: Record<string, unknown>): Attachment[] {
  if (!URL.canParse(String(shape.source ?? '')))
    invalid('content/article/source', 'source must be an address');
  if (typeof shape.title !== 'string' || shape.title === '') {
    refuse(inputError(400, 'MISSING_FIELD', 'title is required', 'content/article/title'));
  }
  limit('content/article/title', shape.title, 400);
  limit('content/article/description', shape.description, 4086);
  if (shape.thumbnail !== undefined) {
    attachment(call, author, { id: shape.thumbnail }, 'content/article/thumbnail', ['image']);
  }
  return [];
}

function checkPoll(shape: Record<string, unknown>): Attachment[] {
  const options = Array.isArray(shape.options) ? shape.options : [];
  const { duration } = (shape.settings ?? {}) as { duration?: unknown };
  limit('content/poll/question', shape.question, 140);
  if (options.length < 2 || options.length > 4) invalid('content/poll/options', '2 to 4 options');
  for (const option of options) limit('content/poll/options', (option as { text?: unknown }).text, 30);
  if (!['ONE_DAY', 'THREE_DAYS', 'SEVEN_DAYS', 'FOURTEEN_DAYS'].includes(String(duration))) {
    invalid('content/poll/settings/duration', `duration ${duration} is not valid`);
  }
  return [];
}

function limit(field: string, value: unknown, max: number): void {
  if (typeof value === 'string' && value.length > max) tooLong(field, max);
}

export function checkLength(shown: string): void {
  if (shown.length > 3000) tooLong('commentary', 3000);
}
