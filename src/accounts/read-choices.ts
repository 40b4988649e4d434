import type { Caller } from '../context.ts';
import { PostboteError } from '../errors.ts';
import type { Asked, Choice } from '../platforms/platform.ts';
import { withLogin } from './with-login.ts';

/** What can be chosen for this account's settings (boards, locations, privacy …), asked of the platform now. */
export async function readChoices(
  app: Parameters<typeof withLogin>[0],
  caller: Caller,
  accountId: string,
  asked: Asked = {},
): Promise<Record<string, Choice[]>> {
  const choices = await withLogin(app, caller, accountId, async (platform, reading) => {
    if (!platform.choices) throw new PostboteError('not_found');
    return platform.choices(reading, asked);
  });
  return Object.fromEntries(Object.entries(choices).map(([name, list]) => [name, [...list]]));
}
