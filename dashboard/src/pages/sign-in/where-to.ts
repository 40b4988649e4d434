/** Only a path of this site: a link from elsewhere must not send people away after signing in. */
export function whereTo(search: string): string {
  const to = new URLSearchParams(search).get('to') ?? '/';
  const url = URL.parse(to, location.origin);
  const safe = url !== null && url.origin === location.origin && to.startsWith('/') && !to.startsWith('//');
  return safe && !url.pathname.startsWith('/sign-in') ? url.pathname + url.search + url.hash : '/';
}

/** Whoever was sent here from another page, perhaps in the middle of something, is told that it is not lost. */
export const isSentHere = (): boolean => whereTo(location.search) !== '/';

/** A full load: nothing of a former person may linger in memory. */
export const goOn = (): void => location.assign(whereTo(location.search));
