import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { App, Caller } from '../../context.ts';
import type { Endpoint, Needs, Role } from '../../contract/api/endpoint.ts';
import type { Mode } from '../../contract/platform-ids.ts';

/** A signed-in person, as the doors know them. */
export interface Session {
  readonly id: string;
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly twoFactor: boolean;
  };
  readonly memberships: readonly { readonly workspaceId: string; readonly role: Role }[];
  /** May do what concerns the whole installation. */
  readonly operator: boolean;
}

/** What a handler gets besides its input. */
export interface Outside {
  readonly app: App;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly session: Session | null;
}
export interface Inside extends Outside {
  readonly session: Session;
}
export interface Member extends Inside {
  readonly workspaceId: string;
  readonly role: Role;
}

type At<N extends Needs> = N extends 'nobody' ? Outside : N extends 'user' | 'operator' ? Inside : Member;

export type Handler<E extends Endpoint> = (
  at: At<E['needs']>,
  input: z.output<E['input']>,
) => Promise<z.input<E['output']>>;

/** One handler for each endpoint of a part of the API: a missing one does not compile. */
export type HandlersOf<A extends Record<string, Endpoint>> = { readonly [K in keyof A]: Handler<A[K]> };

/** The caller of a use case, for endpoints whose address names the mode. */
export function callerOf(at: Member, input: { mode: Mode }): Caller {
  return { keyId: null, userId: at.session.user.id, workspaceId: at.workspaceId, mode: input.mode };
}
