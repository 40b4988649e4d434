import { type DestinationStream, type Logger, pino } from 'pino';

export function openLog(level: string, destination: DestinationStream): Logger {
  return pino({ level, serializers: { err: plainError } }, destination);
}

interface PlainError {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  readonly stack?: string | undefined;
  readonly cause?: PlainError;
}

/**
 * Name, words, code and origin of an error. What else hangs on one is left out: the row that a database refused, the
 * address that was called, a whole connection; it may hold a post's text or a login.
 */
function plainError(error: unknown, depth = 0): PlainError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    stack: error.stack,
    ...(error.cause !== undefined && depth < 3 && { cause: plainError(error.cause, depth + 1) }),
  };
}
