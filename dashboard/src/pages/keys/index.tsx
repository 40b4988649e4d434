import { Stack } from '@mantine/core';
import { useState } from 'react';
import { usePlace } from '../../api/place.ts';
import { useRead } from '../../api/use-api.ts';
import { Loaded, Page } from '../../parts/page.tsx';
import { useWords } from '../../words/index.tsx';
import { ClientSetupSection } from './client-setup-section.tsx';
import { ConnectionTest } from './connection-test.tsx';
import { CreateKey } from './create-key.tsx';
import { KeyList } from './key-list.tsx';

export default function KeysPage() {
  const t = useWords().keys;
  const { workspace, canEdit } = usePlace();
  // Lives in this page's memory only; leaving the page forgets it.
  const [fresh, setFresh] = useState<string | null>(null);
  const list = useRead('listKeys', { workspaceId: workspace.id });
  return (
    <Page title={t.title} intro={t.intro} actions={canEdit && <CreateKey fresh={fresh} created={setFresh} />}>
      <Stack gap="lg">
        <Loaded query={list}>{({ keys }) => <KeyList keys={keys} />}</Loaded>
        <ClientSetupSection secret={fresh} />
        {canEdit && <ConnectionTest secret={fresh} />}
      </Stack>
    </Page>
  );
}
