import { publishNowInput, publishNowOutput } from '../../contract/tools.ts';
import { publishNow } from '../../posts/publish-now.ts';
import { onErrors, type Tool, writing } from './tool.ts';

export const publishNowTool: Tool = {
  name: 'publish_now',
  title: 'Publish a post now',
  description: `Publishes a text, image, video or carousel post immediately and publicly; it cannot be taken back here, so have the user agree to the text first. Give exactly one of platforms (all active accounts of these platforms) and account_ids (ids from list_social_accounts). pinterest and google_business are not possible: such posts are made in the dashboard. It returns at once, before the platforms have answered: call get_post_status with the returned id for the result per platform. Send an idempotency_key so that a repeated call cannot post twice. ${onErrors}`,
  inputSchema: publishNowInput,
  outputSchema: publishNowOutput,
  annotations: writing,
  run: publishNow,
};
