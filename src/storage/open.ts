import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openDisk } from './disk.ts';
import { openS3 } from './s3.ts';
import type { Storage } from './storage.ts';

export function openStorage(config: Pick<Config, 'dataDir' | 's3'>): Storage {
  return config.s3 === null ? openDisk(join(config.dataDir, 'media')) : openS3(config.s3);
}
