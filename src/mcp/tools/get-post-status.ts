import { getPostStatusInput, getPostStatusOutput } from '../../contract/tools.ts';
import { postStatus } from '../../posts/post-status.ts';
import { reading, type Tool } from './tool.ts';

export const getPostStatus: Tool = {
  name: 'get_post_status',
  title: 'Get post status',
  description:
    'The state of one post and of each of its variants (one per account): published with public_id and url, or failed with a German error and an English next_action. Use the id that create_post or publish_now returned. A draft goes out only when somebody plans it in the dashboard, and a scheduled post not before scheduled_at: do not wait for either. While a variant is due or publishing, wait a few seconds and ask again; unconfirmed means that a person must look, so never post it again yourself.',
  inputSchema: getPostStatusInput,
  outputSchema: getPostStatusOutput,
  annotations: reading,
  run: postStatus,
};
