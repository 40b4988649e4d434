import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import type { Publishing } from '../publishing.ts';
import { containerFailure } from './errors.ts';
import { graph } from './graph.ts';

type At = Publishing<unknown>;

/** What is asked of `POST /{user-id}/threads`, and how long Meta may work on it. */
export interface ContainerPlan {
  /** Name of its steps. */
  readonly key: string;
  readonly pace: { readonly seconds: number; readonly times: number };
  /** Checks the files, then says what to send. */
  fields(): Promise<Record<string, string>>;
}

/** Both for 15 minutes; the advice of one question a minute would make every picture wait a minute. */
export const imagePace = { seconds: 3, times: 300 };
export const videoPace = { seconds: 5, times: 180 };

/** "Download failure, UNKNOWN: one new container." */
const CREATIONS = 2;

const created = z.object({ id: z.string().min(1) });
const state = z.object({
  status: z.enum(['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED']),
  error_message: z.string().optional(),
});

export interface ReadyContainer {
  readonly id: string;
  readonly readyAt: number;
}

export function createContainer(at: At, plan: ContainerPlan, creation = 1): Promise<string> {
  return at.step.repeat(`${plan.key}-${creation}`, async () => {
    const fields = await plan.fields();
    return (await graph.post(at, `${at.account.externalId}/threads`, fields, created)).id;
  });
}

/** A container that can be published; one that failed without blame on the file is made anew. */
export async function readyContainer(at: At, plan: ContainerPlan): Promise<ReadyContainer> {
  let failure = '';
  for (let creation = 1; creation <= CREATIONS; creation += 1) {
    const id = await createContainer(at, plan, creation);
    const end = await at.step.until(`${plan.key}-${creation}-ready`, plan.pace, () => askContainer(at, id));
    if (end.ready) return { id, readyAt: end.at };
    failure = end.message;
  }
  // The words Threads has for a file it could not fetch.
  const unreachable = failure === 'FAILED_DOWNLOADING_VIDEO' || failure === 'UNKNOWN';
  throw new PostboteError(unreachable ? 'media_rejected' : 'platform_rejected', {
    facts: { platform: 'threads', reason: failure },
    raw: failure,
  });
}

async function askContainer(at: At, id: string) {
  const { status, error_message: message = status } = await readContainer(at, id);
  if (status === 'IN_PROGRESS') return null;
  if (status === 'FINISHED' || status === 'PUBLISHED') return { ready: true, at: at.now(), message };
  const refusal = containerFailure(message);
  if (refusal) throw refusal;
  return { ready: false, at: at.now(), message: message.slice(0, 500) };
}

export function readContainer(at: At, id: string): Promise<z.infer<typeof state>> {
  return graph.get(at, id, { fields: 'status,error_message' }, state);
}
