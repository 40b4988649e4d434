import { createPostTool } from './create-post.ts';
import { getAnalyticsSummary } from './get-analytics-summary.ts';
import { getPostStatus } from './get-post-status.ts';
import { listScheduledPosts } from './list-scheduled-posts.ts';
import { listSocialAccounts } from './list-social-accounts.ts';
import { publishNowTool } from './publish-now.ts';
import type { Tool } from './tool.ts';

/** In the order in which tools/list shows them. */
export const tools: readonly Tool[] = [
  listSocialAccounts,
  listScheduledPosts,
  getAnalyticsSummary,
  createPostTool,
  publishNowTool,
  getPostStatus,
];

export const toolsByName: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.name, tool]));
