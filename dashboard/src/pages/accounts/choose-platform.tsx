import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { platformIds } from '../../../../src/contract/platform-ids.ts';
import { PlatformMark, platformMarks } from '../../parts/platform-mark.tsx';
import { useWords } from '../../words/index.tsx';

export function ChoosePlatform() {
  const t = useWords().accounts;
  const navigate = useNavigate();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button leftSection={<IconPlus size={18} aria-hidden />}>{t.connect}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t.choose}</Menu.Label>
        {platformIds.map((platform) => (
          <Menu.Item
            key={platform}
            leftSection={<PlatformMark platform={platform} silent />}
            onClick={() => void navigate({ to: '/accounts/connect/$platform', params: { platform } })}
          >
            {platformMarks[platform].name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
