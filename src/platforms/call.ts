export type Hosts = Readonly<Record<string, string>>;

/** One HTTP call, never retried. Refusals and losses are thrown as typed errors by `classify`. */
export type Call = (request: CallRequest) => Promise<CallAnswer>;

export interface CallRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  /** The host was named by a user, not by us: no connection is made into a private network. */
  readonly foreign?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as application/x-www-form-urlencoded. */
  readonly form?: Readonly<Record<string, string>>;
  /** Sent as it is: bytes, a stream, or multipart form data. */
  readonly body?: Uint8Array | ReadableStream<Uint8Array> | FormData;
  /** Given with a stream whose length is known, so that it is not sent chunked. */
  readonly length?: number;
  /** Turns an answer that is not 2xx into an error; without it the status alone decides. */
  readonly classify?: (answer: CallAnswer) => Error;
  /** Longer for uploads; the default suits a small JSON call. */
  readonly timeoutSeconds?: number;
}

export interface CallAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or null when the body is empty or no JSON. */
  readonly json: unknown;
  readonly text: string;
}
