import { z } from 'zod';
import { errorTable, PostboteError } from '../../errors.ts';
import type { Publishing } from '../publishing.ts';
import { containerFailure } from './errors.ts';
import { graph } from './graph.ts';

type At = Publishing<unknown>;

/** What is asked of `POST /{ig-id}/media`, and how long Meta may work on it. */
export interface ContainerPlan {
  /** Name of its steps. */
  readonly key: string;
  readonly pace: { readonly seconds: number; readonly times: number };
  /** Checks the files, then says what to send. */
  fields(): Promise<Record<string, string>>;
}

/** For 15 minutes. */
export const imagePace = { seconds: 3, times: 300 };
/** For an hour: long Reels need more than the five minutes of the documentation. */
export const videoPace = { seconds: 5, times: 720 };

/** "New container once or twice": fetching or encoding failed on their side. */
const CREATIONS = 3;

export const created = z.object({ id: z.string().min(1) });

const containerState = z.object({
  status_code: z.enum(['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED']),
  status: z.string().optional(),
});

export function createContainer(at: At, plan: ContainerPlan, creation = 1): Promise<string> {
  return at.step.repeat(`${plan.key}-${creation}`, async () => {
    const { id } = await graph.post(at, `${at.account.externalId}/media`, await plan.fields(), created);
    return id;
  });
}

/** The id of a container that is ready to be published; a failed one is made anew. */
export async function readyContainer(at: At, plan: ContainerPlan): Promise<string> {
  let failure = '';
  for (let creation = 1; creation <= CREATIONS; creation += 1) {
    const id = await createContainer(at, plan, creation);
    const end = await at.step.until(`${plan.key}-${creation}-ready`, plan.pace, () => askContainer(at, id));
    if (end.ready) return id;
    failure = end.status;
  }
  throw new PostboteError('platform_rejected', { facts: { platform: 'instagram' }, raw: failure });
}

async function askContainer(at: At, id: string): Promise<{ ready: boolean; status: string } | null> {
  const { status_code: state, status = state } = await readContainer(at, id);
  if (state === 'IN_PROGRESS') return null;
  if (state === 'FINISHED' || state === 'PUBLISHED') return { ready: true, status };
  const code = state === 'ERROR' ? containerFailure(status) : undefined;
  if (code && !errorTable[code].retry) {
    throw new PostboteError(code, { facts: { platform: 'instagram' }, raw: status.slice(0, 500) });
  }
  return { ready: false, status: status.slice(0, 500) };
}

export function readContainer(at: At, id: string): Promise<z.infer<typeof containerState>> {
  return graph.get(at, id, { fields: 'status_code,status' }, containerState);
}
