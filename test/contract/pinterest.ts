import { codes, pinterestError } from '../../src/platforms/pinterest/errors.ts';
import type { PlatformContract } from './platform-contract.ts';

const link = (length: number) => `https://example.com/${'x'.repeat(length - 20)}`;
const media = ['portrait.jpg'];

export const pinterest: PlatformContract = {
  login: { reaches: 'one', renewal: 'token', dueSeconds: 86_400, curable: true },
  posts: [
    {
      name: 'an image',
      type: 'image',
      text: 'Ein Bild',
      media,
      alt: 'Ein Hochformat',
      settings: { title: 'Titel', link: 'https://example.com/rezept', mark_link: true },
      sends: {
        path: /\/v5\/pins$/,
        holds: { title: 'Titel', description: 'Ein Bild', alt_text: 'Ein Hochformat' },
      },
    },
    {
      name: 'a video with a cover',
      type: 'video',
      text: 'Ein Film',
      media: ['clip.mp4'],
      cover: 'cover.jpg',
      settings: { alt_text: 'Ein kurzer Film' },
      sends: {
        path: /\/v5\/pins$/,
        holds: { alt_text: 'Ein kurzer Film', media_source: { source_type: 'video_id' } },
      },
    },
    {
      name: 'a video that shows one of its frames',
      type: 'video',
      text: 'Ein Film',
      media: ['clip.mp4'],
      settings: { cover_second: 2 },
      sends: { path: /\/v5\/pins$/, holds: { media_source: { cover_image_key_frame_time: 2 } } },
    },
    {
      name: 'on another board, in a section',
      type: 'image',
      text: 'Ein Salat',
      media,
      settings: { board_id: 'chosen', board_section_id: 'chosen' },
      chosen: async (at) => {
        const headers = { authorization: `Bearer ${at.credentials.accessToken}` };
        const ids = async (path: string) => {
          const answer = await at.call({ method: 'GET', url: `${at.hosts.api}/v5/${path}`, headers });
          return (answer.json as { items: { id: string }[] }).items.map(({ id }) => id);
        };
        const [, board] = await ids('boards');
        const [section] = await ids(`boards/${board}/sections`);
        return { board_id: board, board_section_id: section };
      },
    },
  ],
  ours: { 'image types': 'by address BMP and TIFF are reported to work too, but nowhere promised' },
  formBytes: 1024 * 1024,
  rules: [
    {
      name: 'the title',
      type: 'image',
      media,
      most: { settings: { title: '😀'.repeat(100) } },
      more: { settings: { title: '😀'.repeat(101) } },
    },
    {
      name: 'the alt text',
      type: 'image',
      media,
      most: { settings: { alt_text: '😀'.repeat(500) } },
      more: { settings: { alt_text: '😀'.repeat(501) } },
    },
    {
      name: 'the link',
      type: 'image',
      media,
      most: { settings: { link: link(2048) } },
      more: { settings: { link: link(2049) } },
    },
  ],
  errors: [
    {
      name: 'codes',
      table: codes,
      classify: pinterestError,
      answer: (code) => ({ status: 400, json: { code: Number(code), message: 'words' } }),
      means: {
        platform_auth: '2 283',
        platform_permission: '3 7 29',
        platform_rate_limited: '8',
        platform_rejected: '40 41 50',
      },
    },
  ],
  afterError: 'unconfirmed',
  afterLost: 'published',
  // A share there is somebody who saved it.
  numbers: ['likes', 'comments', 'shares', 'reach'],
};
