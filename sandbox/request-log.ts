export interface LoggedRequest {
  readonly seq: number;
  readonly at: string;
  readonly platform: string;
  readonly operation: string;
  readonly method: string;
  /** Without its query: tokens travel there. */
  readonly path: string;
  /** Null when the connection was broken on purpose. */
  readonly status: number | null;
}

export interface RequestLog {
  add(request: Omit<LoggedRequest, 'seq' | 'at'>): void;
  since(seq: number): LoggedRequest[];
}

const kept = 200;

/** The last calls, for people who want to watch what goes over the wire. Lost on restart. */
export function createRequestLog(now: () => number): RequestLog {
  const requests: LoggedRequest[] = [];
  let seq = 0;
  return {
    add(request) {
      seq += 1;
      requests.push({ seq, at: new Date(now()).toISOString(), ...request });
      if (requests.length > kept) requests.shift();
    },
    since: (after) => requests.filter((request) => request.seq > after),
  };
}
