import { PostboteError } from '../../errors.ts';
import { fit } from './fit.ts';
import type { Job, Reply } from './jobs.ts';
import { read, thumbnail } from './read.ts';

/** A process of its own, started by `picture-process.ts`: one job after the other, until the line is closed. */
const run = (job: Job) => {
  switch (job.work) {
    case 'read':
      return read(job.path);
    case 'thumbnail':
      return thumbnail(job.path);
    case 'fit':
      return fit(job.path, job.picture, job.limits);
  }
};

process.on('message', async (job: Job) => {
  let reply: Reply;
  try {
    reply = { result: await run(job) };
  } catch (error) {
    reply = { refused: error instanceof PostboteError ? error.facts : { reason: 'broken_picture' } };
  }
  process.send?.(reply);
});
process.on('disconnect', () => process.exit());
