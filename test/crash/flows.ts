/** What is published in the matrix: for every platform each way its posts are put together. */
export interface Flow {
  readonly platform: 'bluesky' | 'instagram' | 'twitter';
  readonly name: string;
  readonly post: (media: string) => Record<string, unknown>;
}

export const flows: readonly Flow[] = [
  { platform: 'bluesky', name: 'text', post: () => ({ content: 'Hallo #Welt https://example.com' }) },
  { platform: 'bluesky', name: 'image', post: (at) => ({ content: 'Ein Bild', media_urls: [`${at}square.jpg`] }) },
  { platform: 'bluesky', name: 'video', post: (at) => ({ content: 'Ein Film', media_urls: [`${at}clip.mp4`] }) },
  { platform: 'instagram', name: 'image', post: (at) => ({ content: 'Ein Bild', media_urls: [`${at}square.jpg`] }) },
  {
    platform: 'instagram',
    name: 'carousel',
    post: (at) => ({ content: 'Zwei Bilder', media_urls: [`${at}square.jpg`, `${at}portrait.jpg`] }),
  },
  { platform: 'twitter', name: 'text', post: () => ({ content: 'Nur Text & <Zeichen> https://example.com' }) },
  // Without text, X has no duplicate check to fall back on.
  { platform: 'twitter', name: 'image alone', post: (at) => ({ content: '', media_urls: [`${at}square.jpg`] }) },
];
