import { randomBytes } from 'node:crypto';
import { findAccount } from '../accounts.ts';
import { keepFilm } from '../films.ts';
import { sniffType } from '../media-type.ts';
import { findObject, listObjects, putObject, putUpload, removeObject } from '../objects.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { publishPost, removePost } from '../posts.ts';
import { digestBody } from '../request-body.ts';
import type { Account } from '../store.ts';
import { rateHeaders, refuse } from './answers.ts';
import { checkPost } from './check-post.ts';
import { blobCid, recordCid } from './cid.ts';
import { blobUploadLimit, requireServiceToken } from './session.ts';
import { bluesky, requireAccount, requireToken } from './tokens.ts';

const feedPost = 'app.bsky.feed.post';
const tid = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/;

export interface StoredRecord {
  readonly cid: string;
  readonly value: Record<string, unknown>;
  readonly indexedAt: number;
}

interface Write {
  readonly account: Account;
  readonly collection: string;
  readonly rkey: string;
  readonly record: Record<string, unknown>;
  readonly cid: string;
  readonly input: Record<string, unknown>;
}

export async function uploadBlob(call: Call): Promise<Answer> {
  // The video service stores what it has encoded with the user's service token.
  const token = requireToken(call, 'access', 'service');
  if (token.kind === 'service') requireServiceToken(call, 'com.atproto.repo.uploadBlob');
  const digest = await digestBody(call.request, blobUploadLimit);
  if (call.takeFault('rejected_media', token.account) !== null) {
    return refuse(400, 'InvalidMimeType', 'The blob was refused (sandbox fault rejected_media)');
  }
  const declared = (call.request.headers['content-type'] ?? 'application/octet-stream').split(';')[0]?.trim();
  const type = sniffType(digest.head) ?? declared ?? 'application/octet-stream';
  const id = blobCid(digest.sha256);
  const bytes = type.startsWith('image/') ? digest.bytes : null;
  if (type.startsWith('video/')) keepFilm(call.world.store, { platform: bluesky, film: id }, digest);
  putUpload(call.world.store, { ...digest, platform: bluesky, account: token.account, id, type, bytes });
  return ok({ blob: blobRef(id, type, digest.size) }, rateHeaders(call.world));
}

export function blobRef(cid: string, mimeType: string, size: number) {
  return { $type: 'blob', ref: { $link: cid }, mimeType, size };
}

export async function putRecord(call: Call): Promise<Answer> {
  const write = await readWrite(call, true);
  return call.world.store.transaction(() => {
    const current = findRecord(call, write);
    // Equal content is no change, and is answered before swapRecord is looked at: that makes repeats safe.
    if (current?.cid === write.cid) return written(call, write, false);
    const { swapRecord } = write.input;
    if (swapRecord !== undefined && swapRecord !== (current?.cid ?? null)) {
      return refuse(400, 'InvalidSwap', `Record was at ${current?.cid ?? 'null'}`);
    }
    return save(call, write);
  });
}

export async function createRecord(call: Call): Promise<Answer> {
  const write = await readWrite(call, false);
  return call.world.store.transaction(() => {
    if (findRecord(call, write) !== null) return refuse(500, 'InternalServerError', 'Internal Server Error');
    return save(call, write);
  });
}

export async function deleteRecord(call: Call): Promise<Answer> {
  const account = requireAccount(call);
  const input = await call.body();
  requireOwnRepo(call, account, input.repo);
  const collection = String(input.collection ?? '');
  const rkey = String(input.rkey ?? '');
  const { store } = call.world;
  store.transaction(() => {
    removeObject(store, bluesky, 'record', account.id, `${collection}/${rkey}`);
    removePost(store, bluesky, account.id, `at://${account.id}/${collection}/${rkey}`);
  });
  return ok({ commit: newCommit() }, rateHeaders(call.world));
}

export function getRecord(call: Call): Answer {
  const { repo, collection, rkey } = Object.fromEntries(call.query);
  const account = findAccount(call.world.store, bluesky, repo ?? '');
  const found =
    account === null
      ? null
      : findObject<StoredRecord>(call.world.store, bluesky, 'record', `${collection}/${rkey}`, account.id);
  const uri = `at://${account?.id ?? repo}/${collection}/${rkey}`;
  if (found === null) return refuse(400, 'RecordNotFound', `Could not locate record: ${uri}`);
  return ok({ uri, cid: found.data.cid, value: found.data.value }, rateHeaders(call.world));
}

export function listRecords(call: Call): Answer {
  const { repo = '', collection = '', cursor, reverse } = Object.fromEntries(call.query);
  const account = findAccount(call.world.store, bluesky, repo);
  if (account === null) return refuse(400, 'InvalidRequest', `Could not find repo: ${repo}`);
  const limit = Math.min(100, Math.max(1, Number(call.query.get('limit') ?? 50) || 50));
  const rows = listObjects<StoredRecord>(call.world.store, bluesky, 'record', account.id)
    .filter((row) => row.id.startsWith(`${collection}/`))
    .map((row) => ({ rkey: row.id.slice(collection.length + 1), ...row.data }));
  if (reverse !== 'true') rows.reverse();
  const from = cursor === undefined ? 0 : rows.findIndex((row) => row.rkey === cursor) + 1;
  const page = rows.slice(from, from + limit);
  const last = page.at(-1)?.rkey;
  return ok(
    {
      ...(last === undefined ? {} : { cursor: last }),
      records: page.map(({ rkey, cid, value }) => ({
        uri: `at://${account.id}/${collection}/${rkey}`,
        cid,
        value,
      })),
    },
    rateHeaders(call.world),
  );
}

async function readWrite(call: Call, rkeyNeeded: boolean): Promise<Write> {
  const account = requireAccount(call);
  const input = await call.body();
  requireOwnRepo(call, account, input.repo);
  const collection = String(input.collection ?? '');
  if (!/^[a-z][a-z0-9.-]*\.[a-zA-Z][a-zA-Z0-9]*$/.test(collection)) {
    return refuse(400, 'InvalidRequest', 'Input/collection must be a valid nsid');
  }
  if (rkeyNeeded && typeof input.rkey !== 'string') {
    return refuse(400, 'InvalidRequest', 'Input must have the property "rkey"');
  }
  const rkey = typeof input.rkey === 'string' ? input.rkey : newTid(call.world.now());
  if (!/^[\w.:~-]{1,512}$/.test(rkey) || (collection === feedPost && !tid.test(rkey))) {
    return refuse(400, 'InvalidRequest', `Invalid record key. Expected a valid TID, got "${rkey}"`);
  }
  const given = input.record;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return refuse(400, 'InvalidRequest', 'Input/record must be an object');
  }
  const record = { $type: collection, ...given } as Record<string, unknown>;
  if (record.$type !== collection) {
    return refuse(400, 'InvalidRequest', `Invalid $type: expected ${collection}, got ${record.$type}`);
  }
  try {
    return { account, collection, rkey, record, cid: recordCid(record), input };
  } catch {
    return refuse(400, 'InvalidRequest', 'Bad record: not representable in DAG-CBOR');
  }
}

function requireOwnRepo(call: Call, account: Account, repo: unknown): void {
  const owner = findAccount(call.world.store, bluesky, String(repo ?? ''));
  if (owner === null) refuse(403, 'AccountNotFound', `Could not find repo: ${repo}`);
  if (owner?.id !== account.id) refuse(401, 'AuthenticationRequired', 'Authentication Required');
}

function findRecord(call: Call, write: Write): StoredRecord | null {
  const id = `${write.collection}/${write.rkey}`;
  return findObject<StoredRecord>(call.world.store, bluesky, 'record', id, write.account.id)?.data ?? null;
}

function save(call: Call, write: Write): Answer {
  const { store } = call.world;
  const { account, collection, rkey, record, cid } = write;
  const indexedAt = call.world.now();
  if (collection === feedPost) {
    const { media } = checkPost(store, account.id, record);
    publishPost(store, {
      platform: bluesky,
      account: account.id,
      id: `at://${account.id}/${collection}/${rkey}`,
      text: String(record.text),
      type: media.length > 1 ? 'carousel' : (media[0]?.type ?? 'text'),
      media,
      cover: null,
      publishedAt: indexedAt,
      data: { cid, rkey },
    });
  }
  const stored: StoredRecord = { cid, value: record, indexedAt };
  putObject(store, bluesky, 'record', account.id, `${collection}/${rkey}`, stored);
  return written(call, write, true);
}

function written(call: Call, write: Write, changed: boolean): Answer {
  const { account, collection, rkey, cid } = write;
  const body = {
    uri: `at://${account.id}/${collection}/${rkey}`,
    cid,
    ...(changed ? { commit: newCommit() } : {}),
    validationStatus: collection === feedPost ? 'valid' : 'unknown',
  };
  return ok(body, rateHeaders(call.world));
}

function newCommit() {
  return { cid: recordCid({ commit: randomBytes(16).toString('hex') }), rev: newTid(Date.now()) };
}

function newTid(now: number): string {
  const letters = '234567abcdefghijklmnopqrstuvwxyz';
  let value = (BigInt(now) * 1000n + BigInt(randomBytes(2).readUInt16BE() % 1000)) << 10n;
  value |= BigInt(randomBytes(2).readUInt16BE() & 1023);
  let out = '';
  for (let index = 0; index < 13; index += 1) {
    out = letters[Number(value & 31n)] + out;
    value >>= 5n;
  }
  return out;
}
