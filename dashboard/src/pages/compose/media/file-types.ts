const images = ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'].map((type) => `image/${type}`);
const videos = ['mp4', 'quicktime', 'webm', 'x-matroska', '3gpp'].map((type) => `video/${type}`);

/** Named one by one, as the server takes them: an iPhone then hands its own pictures (HEIC) over as JPEG. */
export const imageTypes = images.join(',');
export const mediaTypes = [...images, ...videos].join(',');
