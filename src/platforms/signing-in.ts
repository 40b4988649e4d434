import type { Call, Hosts } from './call.ts';

export interface Auth {
  readonly kind: 'oauth2' | 'password';
  /**
   * Trades the stored credentials for fresh ones. Called under the account's lock; the answer is stored
   * before it is used. Throws `platform_auth` only on a definite no; anything else is a passing disturbance.
   */
  refresh(at: SigningIn & { credentials: Credentials }): Promise<Credentials>;
  /** False: this login ends at `expiresAt` and only its owner can bring a new one. Left out: every login is renewed. */
  renews?(credentials: Credentials): boolean;
  /** Ends the login at the platform; left out where the platform offers no way to. */
  readonly revocation?: Revocation;
  /** How long before `expiresAt` a token is renewed. */
  readonly refreshAheadSeconds: number;
  readonly connect?: OAuthConnect | PasswordConnect;
  /** The other way to connect, on platforms whose accounts live on many servers. */
  readonly connectAtServer?: ServerConnect;
}

export interface Revocation {
  /** What is over with it: this login alone, every login of this account to our app, or all that its person allowed it. */
  readonly ends: 'login' | 'account' | 'person';
  revoke(at: SigningIn & { credentials: Credentials }): Promise<void>;
}

/** What a call needs before there is an account. */
export interface SigningIn {
  readonly call: Call;
  readonly hosts: Hosts;
  readonly now: number;
  /** The operator's app at the platform; null where none is needed. */
  readonly client?: AppClient | null;
}

export interface AppClient {
  readonly id: string;
  readonly secret: string;
}

export interface OAuthConnect {
  readonly by: 'oauth2';
  /** Where the browser is sent, without the query. */
  authorizeUrl(hosts: Hosts): string;
  readonly scopes: readonly string[];
  /** What is asked for instead once the platform has said, by this error, that the app may not ask for all of that. */
  readonly narrower?: { readonly error: string; readonly scopes: readonly string[] };
  readonly scopeSeparator: ' ' | ',';
  /** TikTok calls it `client_key`. */
  readonly clientIdName: 'client_id' | 'client_key';
  readonly pkce: boolean;
  /** Further parameters of the authorize address, such as Google's `access_type=offline`. */
  readonly params?: Readonly<Record<string, string>>;
  /** Trades the code for the login, long-lived where the platform knows the difference. */
  exchange(
    at: SigningIn & { code: string; redirectUri: string; verifier: string | null },
  ): Promise<Credentials>;
  /** The accounts this login reaches: pages, channels, locations … The user picks. */
  discover(at: SigningIn & { credentials: Credentials }): Promise<readonly Discovered[]>;
}

/** OAuth at whichever server an account lives on. No operator registers an app there: we are a document that we serve. */
export interface ServerConnect {
  readonly by: 'server';
  /** What the user is asked for before the browser leaves. */
  readonly label: string;
  /** Null: this address of ours cannot be used (no https, no name). */
  ownClient(hosts: Hosts, redirectUri: string): OwnClient | null;
  /** Served at the client's id; of the private keys only the public halves get in. */
  clientDocument(clientId: string, redirectUri: string, keys: readonly string[]): object;
  /** Announces the login at the account's server; `kept` is sealed until the browser comes back. */
  begin(
    at: SigningIn & {
      client: AppClient;
      typed: string;
      redirectUri: string;
      state: string;
      verifier: string;
    },
  ): Promise<{ readonly url: string; readonly kept: Readonly<Record<string, string>> }>;
  /** `issuer`: the server that the browser says it comes from. */
  finish(
    at: SigningIn & {
      client: AppClient;
      code: string;
      issuer: string | null;
      redirectUri: string;
      verifier: string;
      kept: Readonly<Record<string, string>>;
    },
  ): Promise<readonly Discovered[]>;
}

export interface OwnClient {
  readonly id: string;
  readonly redirectUri: string;
  /** True: it signs with a key of ours, which the document shows. */
  readonly keyed: boolean;
}

export interface PasswordConnect {
  readonly by: 'password';
  readonly fields: readonly { readonly name: string; readonly label: string; readonly secret: boolean }[];
  login(at: SigningIn & { fields: Readonly<Record<string, string>> }): Promise<readonly Discovered[]>;
}

export interface Discovered {
  readonly externalId: string;
  readonly name: string;
  readonly username: string | null;
  /** Of this account; a Facebook page has a token of its own. */
  readonly credentials: Credentials;
  /** Facts that become the account's default settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface Credentials {
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** Milliseconds since 1970; absent where the platform states no end. */
  readonly expiresAt?: number;
  /** What a platform needs besides (an app password, a client id …). */
  readonly extra?: Readonly<Record<string, string>>;
}
