import { Alert } from '@mantine/core';
import { ApiError } from '../api/call.ts';
import { useWords } from '../words/index.tsx';
import { ErrorNote } from './problem-text.tsx';

/** What better-auth and our own endpoints beside it call things, in our words. */
export function useAuthErrorText(): (error: Error) => string | null {
  const t = useWords().auth.errors;
  return (error) => {
    if (!(error instanceof ApiError)) return t.passkeyFailed;
    switch (error.code) {
      case 'INVALID_EMAIL_OR_PASSWORD':
        return t.wrong;
      case 'INVALID_PASSWORD':
      case 'password_wrong':
        return t.wrongPassword;
      case 'INVALID_CODE':
      case 'INVALID_BACKUP_CODE':
      case 'INVALID_TWO_FACTOR_COOKIE':
        return t.wrongCode;
      case 'PASSWORD_TOO_SHORT':
        return t.tooShort;
      case 'INVALID_EMAIL':
        return t.emailInvalid;
      case 'email_taken':
        return t.emailTaken;
      case 'SESSION_NOT_FRESH':
        return t.notFresh;
      case 'too_many_requests':
        return t.tooMany(Number(error.facts.seconds ?? 60));
      case 'passkey_failed':
      case 'AUTHENTICATION_FAILED':
      case 'PASSKEY_NOT_FOUND':
        return t.passkeyFailed;
      default:
        return null;
    }
  };
}

export function AuthError({ error }: { error: Error | null }) {
  const words = useAuthErrorText();
  if (!error) return null;
  const text = words(error);
  if (text === null) return <ErrorNote error={error} />;
  return (
    <Alert color="red" role="alert">
      {text}
    </Alert>
  );
}
