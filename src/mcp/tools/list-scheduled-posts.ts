import { listScheduledPostsInput, postsOutput } from '../../contract/tools.ts';
import { listPosts } from '../../posts/list-posts.ts';
import { reading, type Tool } from './tool.ts';

export const listScheduledPosts: Tool = {
  name: 'list_scheduled_posts',
  title: 'List scheduled posts and drafts',
  description:
    'Lists drafts and scheduled posts with their target platforms, newest created first. Use it to see what is planned before creating more. A post that is already out is not listed: ask get_post_status with its id.',
  inputSchema: listScheduledPostsInput,
  outputSchema: postsOutput,
  annotations: reading,
  listName: 'posts',
  run: listPosts,
};
