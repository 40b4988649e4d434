import { createPostInput, createPostOutput } from '../../contract/tools.ts';
import { createPost } from '../../posts/create-post.ts';
import { onErrors, type Tool, writing } from './tool.ts';

export const createPostTool: Tool = {
  name: 'create_post',
  title: 'Create a draft or scheduled post',
  description: `Creates a text, image, video or carousel post. Give exactly one of platforms (all active accounts of these platforms) and account_ids (ids from list_social_accounts). Without scheduled_at it is saved as a draft; with scheduled_at (UTC) or use_queue it is published at that time. To publish at once use publish_now. Posts on pinterest and google_business need a board or location, chosen in the dashboard. Texts are checked against every target's own limit; per_platform gives a platform its own text. Follow the outcome with get_post_status. ${onErrors}`,
  inputSchema: createPostInput,
  outputSchema: createPostOutput,
  annotations: writing,
  run: createPost,
};
