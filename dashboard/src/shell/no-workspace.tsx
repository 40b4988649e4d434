import { Button } from '@mantine/core';
import { signOut } from '../api/sign-out.ts';
import { useWords } from '../words/index.tsx';
import { OutsideCard } from './outside-card.tsx';

export function NoWorkspace() {
  const words = useWords();
  return (
    <OutsideCard title={words.auth.noWorkspace} text={words.auth.noWorkspaceText}>
      <Button variant="default" onClick={() => void signOut()}>
        {words.shell.signOut}
      </Button>
    </OutsideCard>
  );
}
