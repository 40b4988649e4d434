import type { PlatformId } from '../../src/contract/platform-ids.ts';

/** What is published in the matrix: for every platform each way its posts are put together. */
export interface Flow {
  readonly platform: PlatformId;
  readonly name: string;
  /** One flow for each way a lost answer is settled is enough to run again with two workers. */
  readonly onPostgres?: 'everyday' | 'proof';
  /**
   * Nothing the platform offers proves that a post is not out, so its owner may be asked. Everywhere else the platform
   * itself can tell, and asking the owner is a mistake.
   */
  readonly ownerMayTell?: boolean;
  /** Left to `npm run test:proof` although its platform is proven every day. */
  readonly rest?: boolean;
  /** How the account signed in, where there are two ways. */
  readonly login?: 'oauth';
  /** Published as a page of the account, whose name ends like this. */
  readonly pageName?: string;
  /** Settings of the account. */
  readonly settings?: Readonly<Record<string, string>>;
  /** `at` is where the sandbox's own files are; `film` gives the address of a film of so many MiB. */
  readonly post: (at: string, film: (mebibytes: number) => string) => Record<string, unknown>;
}

const all: readonly Flow[] = [
  {
    platform: 'bluesky',
    name: 'text',
    onPostgres: 'proof',
    post: () => ({ content: 'Hallo #Welt https://example.invalid' }),
  },
  // The first request is the one that publishes, and the server refuses it once for want of a nonce.
  {
    platform: 'bluesky',
    name: 'text, by OAuth',
    rest: true,
    login: 'oauth',
    post: () => ({ content: 'Hallo #Welt' }),
  },
  {
    platform: 'bluesky',
    name: 'link card, by OAuth',
    rest: true,
    login: 'oauth',
    post: (at) => ({ content: `Hallo #Welt ${at}page.html` }),
  },
  {
    platform: 'bluesky',
    name: 'image',
    rest: true,
    post: (at) => ({ content: 'Ein Bild', media_urls: [`${at}square.jpg`] }),
  },
  {
    platform: 'bluesky',
    name: 'video',
    rest: true,
    post: (at) => ({ content: 'Ein Film', media_urls: [`${at}clip.mp4`] }),
  },
  {
    platform: 'instagram',
    name: 'image',
    onPostgres: 'proof',
    post: (at) => ({ content: 'Ein Bild', media_urls: [`${at}square.jpg`] }),
  },
  {
    platform: 'instagram',
    name: 'carousel',
    rest: true,
    post: (at) => ({ content: 'Zwei Bilder', media_urls: [`${at}square.jpg`, `${at}portrait.jpg`] }),
  },
  {
    platform: 'twitter',
    name: 'text',
    ownerMayTell: true,
    onPostgres: 'everyday',
    post: () => ({ content: 'Nur Text & <Zeichen> https://example.com' }),
  },
  {
    // Not a type it takes: fitted before it is sent.
    platform: 'linkedin',
    name: 'image',
    ownerMayTell: true,
    post: (at) => ({ content: 'Ein Bild', media_urls: [`${at}letter.webp`] }),
  },
  {
    platform: 'pinterest',
    name: 'image',
    ownerMayTell: true,
    post: (at) => ({ content: 'Ein Bild', media_urls: [`${at}portrait.jpg`] }),
  },
  {
    platform: 'google_business',
    name: 'text',
    ownerMayTell: true,
    post: () => ({ content: 'Neues aus dem Laden' }),
  },
  { platform: 'facebook', name: 'text', ownerMayTell: true, post: () => ({ content: 'Nur Text' }) },
  {
    platform: 'facebook',
    name: 'image',
    ownerMayTell: true,
    post: (at) => ({ content: 'Ein Bild', media_urls: [`${at}square.jpg`] }),
  },
  {
    platform: 'facebook',
    name: 'video',
    post: (at) => ({ content: 'Ein Film', media_urls: [`${at}clip.mp4`] }),
  },
  { platform: 'threads', name: 'text', post: () => ({ content: 'Nur Text' }) },
  {
    platform: 'threads',
    name: 'carousel',
    post: (at) => ({ content: 'Zwei Bilder', media_urls: [`${at}square.jpg`, `${at}portrait.jpg`] }),
  },
  {
    platform: 'tiktok',
    name: 'video',
    post: (at) => ({ content: 'Ein Film', media_urls: [`${at}clip.mp4`] }),
  },
  {
    platform: 'tiktok',
    name: 'image',
    ownerMayTell: true,
    post: (at) => ({ content: 'Ein Bild', media_urls: [`${at}square.jpg`] }),
  },
  {
    platform: 'youtube',
    name: 'video',
    post: (at) => ({ content: 'Ein Film', media_urls: [`${at}clip.mp4`], cover_url: `${at}cover.jpg` }),
  },
  // Without text, X has no duplicate check to fall back on.
  {
    platform: 'twitter',
    name: 'image alone',
    ownerMayTell: true,
    rest: true,
    post: (at) => ({ content: '', media_urls: [`${at}square.jpg`] }),
  },
  {
    platform: 'instagram',
    name: 'reel',
    rest: true,
    post: (at) => ({ content: 'Ein Film', media_urls: [`${at}clip.mp4`], cover_url: `${at}cover.jpg` }),
  },
  // Three segments of 4 MiB.
  {
    platform: 'twitter',
    name: 'film in segments',
    ownerMayTell: true,
    rest: true,
    post: (_, film) => ({ content: 'Ein langer Film', media_urls: [film(9)] }),
  },
  // Three chunks of 5 MiB, the last of which publishes.
  {
    platform: 'tiktok',
    name: 'film in chunks',
    post: (_, film) => ({ content: 'Ein langer Film', media_urls: [film(16)] }),
  },
  // 8 MiB at once, and the last block alone, which makes it public.
  {
    platform: 'youtube',
    name: 'film in chunks',
    post: (_, film) => ({ content: 'Ein langer Film', media_urls: [film(17)] }),
  },
  // A page's posts can be listed, a member's cannot.
  {
    platform: 'linkedin',
    name: 'text, as a page',
    ownerMayTell: true,
    pageName: '-studio',
    post: () => ({ content: 'Neues von der Seite' }),
  },
  // Three parts of 4 MiB, as LinkedIn's own instructions say.
  {
    platform: 'linkedin',
    name: 'film in parts',
    ownerMayTell: true,
    post: (at, film) => ({
      content: 'Ein langer Film',
      media_urls: [film(9)],
      cover_url: `${at}cover.jpg`,
    }),
  },
  {
    platform: 'linkedin',
    name: 'carousel',
    ownerMayTell: true,
    post: (at) => ({ content: 'Zwei Bilder', media_urls: [`${at}square.jpg`, `${at}portrait.jpg`] }),
  },
  {
    platform: 'facebook',
    name: 'film in chunks',
    post: (_, film) => ({ content: 'Ein langer Film', media_urls: [film(9)] }),
  },
  {
    platform: 'facebook',
    name: 'reel',
    settings: { video_as: 'reel' },
    post: (_, film) => ({ content: 'Ein Reel', media_urls: [film(9)] }),
  },
  {
    platform: 'facebook',
    name: 'carousel',
    ownerMayTell: true,
    post: (at) => ({ content: 'Zwei Bilder', media_urls: [`${at}square.jpg`, `${at}portrait.jpg`] }),
  },
  {
    platform: 'pinterest',
    name: 'film',
    ownerMayTell: true,
    post: (at) => ({ content: 'Ein Film', media_urls: [`${at}clip.mp4`], cover_url: `${at}cover.jpg` }),
  },
  {
    platform: 'threads',
    name: 'film',
    post: (at) => ({ content: 'Ein Film', media_urls: [`${at}clip.mp4`] }),
  },
  {
    platform: 'google_business',
    name: 'image',
    ownerMayTell: true,
    post: (at) => ({ content: 'Neues aus dem Laden', media_urls: [`${at}landscape.jpg`] }),
  },
];

/** One platform for each way a lost answer is settled is proven in the everyday run, the others by `npm run test:proof`. */
const everyday: readonly PlatformId[] = ['bluesky', 'instagram', 'twitter'];

const isProof = process.env.PROOF === 'rest';

export const flows = all.filter(
  ({ platform, rest = false }) => (everyday.includes(platform) && !rest) !== isProof,
);

export const postgresFlows = all.filter(({ onPostgres }) => onPostgres === (isProof ? 'proof' : 'everyday'));

/** X without text: no key, no container, no duplicate check. */
export const hardest = all.find((flow) => flow.platform === 'twitter' && flow.name === 'image alone') as Flow;
