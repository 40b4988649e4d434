import { randomDigits, randomWord } from '../accounts.ts';
import { putObject } from '../objects.ts';
import { type Answer, type Call, Refusal } from '../platform.ts';
import type { Account } from '../store.ts';
import { problem, refuse, success } from './answers.ts';
import { creatorOf, privacyOptions, requireMayPost } from './creator.ts';
import { requireAccount, tiktok } from './oauth.ts';
import { type Publication, processingSeconds, savePublication, uploadIdOf } from './publication.ts';
import { startPull } from './pull.ts';
import { readPhotoSource, readVideoSource, type Source } from './source-info.ts';

const maxCaption = 2200;
const maxPhotoTitle = 90;
const maxPhotoDescription = 4000;

type Fields = Readonly<Record<string, unknown>>;

/** POST /v2/post/publish/video/init/ */
export async function initVideo(call: Call): Promise<Answer> {
  const account = requireAccount(call, 'video.publish');
  const input = await call.body();
  const info = fieldsOf(input.post_info, 'post_info');
  requireMayPost(call, account);
  const privacy = readPrivacy(account, info);
  const text = readText(info.title, 'title', maxCaption);
  const cover = info.video_cover_timestamp_ms;
  if (cover !== undefined && (!Number.isInteger(cover) || Number(cover) < 0)) {
    refuse('invalid_param', 'video_cover_timestamp_ms must not be negative');
  }
  const source = readVideoSource(fieldsOf(input.source_info, 'source_info'));
  return begin(call, account, { kind: 'video', isDraft: false, title: '', text, privacy, info, source });
}

/** POST /v2/post/publish/inbox/video/init/: only the source; the user writes the rest in the app. */
export async function initInboxVideo(call: Call): Promise<Answer> {
  const account = requireAccount(call, 'video.upload');
  const input = await call.body();
  const source = readVideoSource(fieldsOf(input.source_info, 'source_info'));
  requireRoomInInbox(call, account);
  return begin(call, account, {
    kind: 'video',
    isDraft: true,
    title: '',
    text: '',
    privacy: '',
    info: {},
    source,
  });
}

/** POST /v2/post/publish/content/init/: photos, by address only. With DIRECT_POST this call is the publishing one. */
export async function initContent(call: Call): Promise<Answer> {
  const input = await call.body();
  if (input.media_type !== 'PHOTO') refuse('invalid_params', 'media_type must be PHOTO');
  const isDraft = input.post_mode === 'MEDIA_UPLOAD';
  if (!isDraft && input.post_mode !== 'DIRECT_POST') refuse('invalid_params', 'post_mode is not supported');
  const account = requireAccount(call, isDraft ? 'video.upload' : 'video.publish');
  const info = fieldsOf(input.post_info, 'post_info');
  if (isDraft) requireRoomInInbox(call, account);
  else requireMayPost(call, account);
  return begin(call, account, {
    kind: 'photo',
    isDraft,
    title: readText(info.title, 'title', maxPhotoTitle),
    text: readText(info.description, 'description', maxPhotoDescription),
    privacy: isDraft ? '' : readPrivacy(account, info),
    info,
    source: readPhotoSource(fieldsOf(input.source_info, 'source_info')),
  });
}

interface Wish {
  readonly kind: Publication['kind'];
  readonly isDraft: boolean;
  readonly title: string;
  readonly text: string;
  readonly privacy: string;
  readonly info: Fields;
  readonly source: Source;
}

function begin(call: Call, account: Account, { info, source, ...wish }: Wish): Answer {
  const { world } = call;
  const isPull = source.source === 'PULL_FROM_URL';
  const prefix = `${wish.kind[0]}_${wish.isDraft ? 'inbox' : 'pub'}_${isPull ? 'url' : 'file'}`;
  // A pull takes the file in by this very call; bytes come later, and the fault with them.
  const slower = isPull ? (call.takeFault('slow_processing', account.id)?.seconds ?? 0) : 0;
  const publication: Publication = {
    ...wish,
    ...source,
    id: `${prefix}~v2-1.${randomDigits(19, '75')}`,
    account: account.id,
    settings: info,
    receivedBytes: 0,
    type: null,
    created: world.moment(),
    complete: null,
    seconds: processingSeconds[wish.kind] + slower,
    isRejected: isPull && call.takeFault('rejected_media', account.id) !== null,
    failReason: null,
    postId: null,
  };
  savePublication(world, publication);
  if (isPull) {
    startPull(world, publication);
    return success({ publish_id: publication.id });
  }
  const uploadId = uploadIdOf(publication);
  putObject(world.store, tiktok, 'upload', account.id, uploadId, publication.id);
  const uploadUrl = `${world.home()}/tiktok-upload/video/?upload_id=${uploadId}&upload_token=${randomWord(12)}`;
  return success({ publish_id: publication.id, upload_url: uploadUrl });
}

/** At most five drafts may wait in an inbox within a day. */
function requireRoomInInbox(call: Call, account: Account): void {
  const row = call.world.store.get(
    `SELECT count(*) AS waiting FROM objects WHERE platform = ? AND kind = 'publication' AND account = ?
     AND json_extract(data, '$.isDraft') AND json_extract(data, '$.created.at') > ?`,
    tiktok,
    account.id,
    call.world.now() - 86_400_000,
  );
  if (Number(row?.waiting ?? 0) >= 5) {
    refuse(
      'spam_risk_too_many_pending_share',
      'There may be at most 5 pending shares within any 24-hour period.',
    );
  }
}

function readPrivacy(account: Account, info: Fields): string {
  const privacy = info.privacy_level;
  if (typeof privacy !== 'string') return refuse('invalid_params', 'privacy_level is required');
  if (!privacyOptions(account).includes(privacy)) {
    refuse('privacy_level_option_mismatch', 'The privacy level is not among the options of creator_info.');
  }
  const { isUnaudited, isPrivate } = creatorOf(account);
  if (isUnaudited && (!isPrivate || privacy !== 'SELF_ONLY')) {
    throw new Refusal(
      problem(
        'unaudited_client_can_only_post_to_private_accounts',
        'Please review our integration guidelines at https://developers.tiktok.com/doc/content-sharing-guidelines/',
      ),
    );
  }
  if (info.brand_content_toggle === true && privacy === 'SELF_ONLY') {
    refuse('invalid_params', 'Branded content visibility cannot be set to private.');
  }
  return privacy;
}

/** Lengths in UTF-16 units, as TikTok counts. */
function readText(given: unknown, name: string, max: number): string {
  if (given === undefined) return '';
  if (typeof given !== 'string') return refuse('invalid_params', `${name} must be a string`);
  if (given.length > max) refuse('invalid_params', `${name} is longer than ${max}`);
  return given;
}

function fieldsOf(given: unknown, name: string): Fields {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Fields;
  return refuse('invalid_params', `${name} is required`);
}
