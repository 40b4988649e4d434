/** The types of our own files, each with the ending it is served under. What is not listed is never served. */
export const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/tiff': 'tiff',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
  'video/3gpp': '3gp',
};

/** Pictures that can be turned into another type here. HEIC cannot: its codec is not free. */
export const convertible: readonly string[] = Object.keys(endings).filter((type) =>
  type.startsWith('image/'),
);

const maxName = 60;

/** A name that is harmless in an address, a header and a folder, with the ending that the bytes deserve. */
export function safeName(given: string, type: string): string {
  const stem = given
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/ß/g, 'ss')
    .replace(/[^a-zA-Z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, maxName)
    .toLowerCase();
  return `${stem || 'file'}.${endings[type] ?? 'bin'}`;
}
