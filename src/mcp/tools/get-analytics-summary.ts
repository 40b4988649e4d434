import { analyticsOutput, noInput } from '../../contract/tools.ts';
import { analyticsSummary } from '../../insights/summary.ts';
import { reading, type Tool } from './tool.ts';

export const getAnalyticsSummary: Tool = {
  name: 'get_analytics_summary',
  title: 'Get analytics summary',
  description:
    'Likes, comments, shares and reach of the posts published in the last 30 days, added up per platform. A number that a platform does not offer counts as 0. Takes no arguments.',
  inputSchema: noInput,
  outputSchema: analyticsOutput,
  annotations: reading,
  listName: 'analytics',
  run: analyticsSummary,
};
