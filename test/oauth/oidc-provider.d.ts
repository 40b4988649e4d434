/** The package brings no types; this is what the test uses of it. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    callback(): RequestListener;
    on(event: string, heard: (...facts: unknown[]) => void): this;
    readonly AccessToken: { find(token: string): Promise<{ accountId: string } | undefined> };
  }
}
