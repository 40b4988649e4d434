import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from '../src/config.ts';

const key = { POSTBOTE_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') };
const read = (env: Record<string, string>) => readConfig({ ...key, ...env });
const problems = (env: Record<string, string>) => {
  try {
    read(env);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems.map((problem) => problem.split(/[ :]/)[0]);
  }
};

test('files lie in the data directory unless S3 is set up, and then wholly', () => {
  assert.equal(read({}).s3, null);
  const needed = {
    POSTBOTE_S3_BUCKET: 'letters',
    POSTBOTE_S3_ACCESS_KEY: 'a',
    POSTBOTE_S3_SECRET_KEY: 'b',
  };
  const common = { bucket: 'letters', accessKey: 'a', secretKey: 'b' };
  assert.deepEqual(read(needed).s3, {
    ...common,
    endpoint: 'https://s3.us-east-1.amazonaws.com',
    region: 'us-east-1',
    pathStyle: false,
  });
  const elsewhere = { POSTBOTE_S3_ENDPOINT: 'https://s3.example:9000/', POSTBOTE_S3_REGION: 'eu-1' };
  assert.deepEqual(read({ ...needed, ...elsewhere }).s3, {
    ...common,
    endpoint: 'https://s3.example:9000',
    region: 'eu-1',
    pathStyle: true,
  });
  assert.deepEqual(problems({ POSTBOTE_S3_REGION: 'eu-1' }).sort(), Object.keys(needed).sort());
  const wrong = {
    ...needed,
    POSTBOTE_S3_BUCKET: 'A/b',
    POSTBOTE_S3_ENDPOINT: 'ftp://x',
    POSTBOTE_S3_PATH_STYLE: 'perhaps',
  };
  assert.deepEqual(problems(wrong).sort(), [
    'POSTBOTE_S3_BUCKET',
    'POSTBOTE_S3_ENDPOINT',
    'POSTBOTE_S3_PATH_STYLE',
  ]);
});

test('uploads have a size for films and one for pictures', () => {
  const mebi = 1024 ** 2;
  assert.deepEqual(read({}).maxUpload, { video: 2048 * mebi, image: 50 * mebi });
  assert.deepEqual(read({ POSTBOTE_MAX_UPLOAD: '4GiB/20MiB' }).maxUpload, {
    video: 4096 * mebi,
    image: 20 * mebi,
  });
  assert.deepEqual(read({ POSTBOTE_MAX_UPLOAD: '30MiB' }).maxUpload, { video: 30 * mebi, image: 30 * mebi });
  for (const given of ['2', '2GB', '0MiB', '1GiB/', '-1GiB']) {
    assert.deepEqual(problems({ POSTBOTE_MAX_UPLOAD: given }), ['POSTBOTE_MAX_UPLOAD'], given);
  }
});
