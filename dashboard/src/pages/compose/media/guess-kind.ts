import type { MediaItem } from '../../../../../src/contract/api/posts.ts';

type Kind = MediaItem['kind'];

const videoEndings = /\.(mp4|m4v|mov|webm|mkv|avi|mpe?g|3gp)$/i;
const imageEndings = /\.(jpe?g|png|gif|webp|avif|heic|bmp|tiff?|svg)$/i;

export function kindByName(path: string): Kind | null {
  if (videoEndings.test(path)) return 'video';
  return imageEndings.test(path) ? 'image' : null;
}

/** Http(s) only; null: not an address. */
export function webAddress(text: string): URL | null {
  const url = URL.parse(text.trim());
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

const patienceMs = 8000;

/** The ending tells, else the browser tries to show it. The server looks for itself when it saves. */
export async function guessKind(url: URL): Promise<Kind> {
  return kindByName(url.pathname) ?? ((await isVideo(url.href)) ? 'video' : 'image');
}

function isVideo(src: string): Promise<boolean> {
  return new Promise((resolve) => {
    const video = document.createElement('video');
    const end = (answer: boolean) => {
      clearTimeout(timer);
      video.removeAttribute('src');
      resolve(answer);
    };
    const timer = setTimeout(() => end(false), patienceMs);
    video.preload = 'metadata';
    video.muted = true;
    video.onloadedmetadata = () => end(true);
    video.onerror = () => end(false);
    video.src = src;
  });
}
