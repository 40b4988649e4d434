import { Button } from '@mantine/core';
import { useWords } from '../words/index.tsx';

export function LinkGone() {
  const t = useWords().auth;
  return (
    <Button component="a" href="/sign-in" fullWidth>
      {t.toSignIn}
    </Button>
  );
}
