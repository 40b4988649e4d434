import { requireFit, requireShape } from '../media-limits.ts';
import type { Media, Publishing } from '../publishing.ts';
import { type ContainerPlan, createContainer, imagePace, readyContainer, videoPace } from './container.ts';
import type { ThreadsSettings } from './index.ts';
import { image, video } from './limits.ts';

type At = Publishing<ThreadsSettings>;

/** The container that is to be published; a carousel's children are made on the way. */
export async function planPost(at: At): Promise<ContainerPlan> {
  const { media } = at.post;
  const [first] = media;
  if (!first)
    return { key: 'text', pace: imagePace, fields: async () => ({ ...textFields(at), ...words(at) }) };
  if (media.length > 1) return await planCarousel(at, media);
  return {
    key: first.kind,
    pace: first.kind === 'image' ? imagePace : videoPace,
    fields: async () => ({ ...(await mediaFields(first)), ...words(at) }),
  };
}

/** Never `auto_publish_text`: it would take away the container that tells what became of a lost answer. */
function textFields({ post }: At): Record<string, string> {
  const { link_attachment: link } = post.settings;
  return { media_type: 'TEXT', ...(link !== undefined && { link_attachment: link }) };
}

function words({ post }: At): Record<string, string> {
  const { reply_control, topic_tag } = post.settings;
  return {
    ...(post.text !== '' && { text: post.text }),
    ...(reply_control !== undefined && { reply_control }),
    ...(topic_tag !== undefined && { topic_tag }),
  };
}

/** All children are begun before the first is waited for: Meta works on them side by side. */
async function planCarousel(at: At, media: readonly Media[]): Promise<ContainerPlan> {
  const plans = media.map(
    (item, index): ContainerPlan => ({
      key: `child-${index + 1}`,
      pace: item.kind === 'image' ? imagePace : videoPace,
      fields: async () => ({ is_carousel_item: 'true', ...(await mediaFields(item)) }),
    }),
  );
  for (const plan of plans) await createContainer(at, plan);
  const children: string[] = [];
  for (const plan of plans) children.push((await readyContainer(at, plan)).id);
  return {
    key: 'carousel',
    pace: imagePace,
    fields: async () => ({ media_type: 'CAROUSEL', children: children.join(','), ...words(at) }),
  };
}

/** Meta fetches the file itself; we only look at it first, for a clear refusal instead of a late one. */
async function mediaFields(item: Media): Promise<Record<string, string>> {
  const facts = await item.probe();
  const isImage = item.kind === 'image';
  requireFit('threads', facts, isImage ? image : video);
  if (isImage) requireShape('threads', facts, image);
  return {
    ...(isImage
      ? { media_type: 'IMAGE', image_url: item.url }
      : { media_type: 'VIDEO', video_url: item.url }),
    ...(item.alt !== '' && { alt_text: item.alt }),
  };
}
