import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useWords } from '../../../words/index.tsx';
import { webAddress } from './guess-kind.ts';

/** A file that lies somewhere on the web already. */
export function AddByUrl({ label, onAdd }: { label: string; onAdd(url: URL): Promise<void> | void }) {
  const t = useWords().compose;
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const url = webAddress(text);
    setWrong(!url);
    if (!url) return;
    setBusy(true);
    await onAdd(url);
    setBusy(false);
    setText('');
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          aria-label={label}
          placeholder={label}
          type="url"
          inputMode="url"
          value={text}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            setWrong(false);
          }}
          error={wrong ? t.urlWrong : undefined}
          maxLength={4096}
          style={{ flex: 1 }}
        />
        <Button type="submit" variant="default" loading={busy}>
          {t.add}
        </Button>
      </Group>
    </form>
  );
}
