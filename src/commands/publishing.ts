import { pausePublishing } from '../accounts/pause-publishing.ts';
import { resumePublishing } from '../accounts/resume-publishing.ts';
import type { App } from '../context.ts';
import { firstWorkspace } from '../store/workspaces.ts';
import { noWorkspace } from './no-workspace.ts';

/** `publishing pause|resume`: everything at once, whatever the account. */
export async function publishingCommand(
  app: App,
  words: readonly string[],
  say: (text: string) => void,
): Promise<number> {
  const [word] = words;
  const workspace = await firstWorkspace(app.db.query);
  if (!workspace) {
    say(noWorkspace);
    return 1;
  }
  if (word !== 'pause' && word !== 'resume') {
    say('Say: publishing pause, or publishing resume');
    return 2;
  }
  const caller = { workspaceId: workspace.id };
  if (word === 'pause') await pausePublishing(app, caller);
  else await resumePublishing(app, caller);
  say(
    word === 'pause'
      ? 'Paused: nothing starts until you resume. What is being sent comes to its end.'
      : 'Resumed: what is up to 24 hours late goes out within seconds.',
  );
  return 0;
}
