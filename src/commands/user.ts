import { localUrl } from '../config.ts';
import type { App } from '../context.ts';
import { formatTime } from '../contract/parse-time.ts';
import { type Role, roles } from '../contract/roles.ts';
import { PostboteError } from '../errors.ts';
import { beginPasswordReset } from '../members/begin-password-reset.ts';
import { inviteMember } from '../members/invite-member.ts';
import { listUsers } from '../store/users.ts';
import { firstWorkspace } from '../store/workspaces.ts';

interface Options {
  role?: string;
  json: boolean;
  'drop-second-factor': boolean;
}

/** The operator's part in signing in: no mail server is needed, links are handed over by hand. */
export async function userCommand(
  app: App,
  words: readonly string[],
  options: Options,
  say: (text: string) => void,
): Promise<number> {
  const [action, email] = words;
  const base = app.config.baseUrl ?? localUrl(app.config);
  const tell = (what: string, link: { token: string; expiresAt: number }, path: string) => {
    const url = `${base}/${path}/${link.token}`;
    const until = formatTime(link.expiresAt);
    say(options.json ? JSON.stringify({ url, expires_at: until }) : `${url}\n${what} Valid until ${until}.`);
    return 0;
  };

  if (action === 'list') {
    const users = (await listUsers(app.db.query)).map((user) => ({
      id: user.id,
      email: user.email,
      name: user.name,
      two_factor: Boolean(user.two_factor_enabled),
      created_at: formatTime(new Date(user.created_at).getTime()),
    }));
    const line = (user: (typeof users)[number]) =>
      `${user.email}  ${user.two_factor ? 'with second factor' : 'password only'}  since ${user.created_at}  ${user.name}`;
    say(options.json ? JSON.stringify(users) : users.map(line).join('\n') || 'No users.');
    return 0;
  }
  if (action === 'reset' && email) {
    const drop = options['drop-second-factor'];
    const reset = await beginPasswordReset(app, { email, dropSecondFactor: drop }).catch((error: unknown) => {
      if (error instanceof PostboteError && error.code === 'not_found') return null;
      throw error;
    });
    if (reset === null) {
      say('There is no user with this address; npm run postbote -- user list names them all.');
      return 1;
    }
    return tell('With this link a new password can be set once; all sessions end then.', reset, 'reset');
  }
  if (action === 'invite') {
    const workspace = await firstWorkspace(app.db.query);
    const role = options.role as Role | undefined;
    if (!workspace || role === undefined || !roles.includes(role)) {
      say('user invite needs --role owner|editor|viewer, and a workspace: start the service once before.');
      return 2;
    }
    const invitation = await inviteMember(app, null, { workspaceId: workspace.id, role });
    return tell(`With this link somebody joins "${workspace.name}" as ${role}, once.`, invitation, 'invite');
  }
  say('Say: user list, user reset EMAIL [--drop-second-factor], or user invite --role owner|editor|viewer');
  return 2;
}
