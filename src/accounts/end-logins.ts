import { type EndedLogin, endLogin } from './end-login.ts';

/** Of each platform; one that is silent takes no time from another. */
const atOnce = 4;

/** Ends the logins of accounts that are gone, at their platforms. Whatever becomes of it: a person waits for the end. */
export async function endLogins(
  app: Parameters<typeof endLogin>[0],
  logins: readonly EndedLogin[],
  { allMs = 10_000, eachMs = 5_000 } = {},
): Promise<void> {
  const over = AbortSignal.timeout(allMs);
  const lanes = Map.groupBy(logins, ({ platform }) => platform)
    .values()
    .flatMap((waiting) => {
      const next = waiting.values();
      return Array.from({ length: Math.min(atOnce, waiting.length) }, async () => {
        for (const login of next) {
          await endLogin(app, login, AbortSignal.any([over, AbortSignal.timeout(eachMs)]));
        }
      });
    });
  await Promise.all(lanes);
}
