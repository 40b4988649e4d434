import { ActionIcon, Avatar, Menu, Text, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import {
  IconBuilding,
  IconCheck,
  IconDeviceDesktop,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
} from '@tabler/icons-react';
import { usePlace } from '../api/place.ts';
import { signOut } from '../api/sign-out.ts';
import { useLanguage, useWords } from '../words/index.tsx';

const appearances = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const;

export function UserMenu() {
  const { me, workspace, setWorkspace } = usePlace();
  const t = useWords().shell;
  const { language, speak } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={260} checkIcon={<IconCheck size={16} aria-hidden />}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" radius="xl">
          <VisuallyHidden>{t.account}</VisuallyHidden>
          <Avatar name={me.user.name} color="initials" size={32} alt="" aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)">
            {me.user.name}
          </Text>
          <Text size="xs">{me.user.email}</Text>
        </Menu.Label>
        {me.workspaces.length > 1 && (
          <>
            <Menu.Divider />
            <Menu.Label>{t.workspace}</Menu.Label>
            {me.workspaces.map((one) => (
              <Menu.RadioItem
                key={one.id}
                value={one.id}
                checked={one.id === workspace.id}
                onChange={setWorkspace}
                rightSection={<IconBuilding size={16} aria-hidden />}
                closeMenuOnClick
              >
                {one.name}
              </Menu.RadioItem>
            ))}
          </>
        )}
        <Menu.Divider />
        <Menu.Label>{t.appearance}</Menu.Label>
        {appearances.map(({ value, icon: Icon }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
            rightSection={<Icon size={16} aria-hidden />}
            closeMenuOnClick
          >
            {{ light: t.light, dark: t.dark, auto: t.system }[value]}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <Menu.Label>{t.language}</Menu.Label>
        {(['de', 'en'] as const).map((value) => (
          <Menu.RadioItem
            key={value}
            value={value}
            checked={language === value}
            onChange={() => speak(value)}
            rightSection={<IconLanguage size={16} aria-hidden />}
            closeMenuOnClick
            lang={value}
          >
            {{ de: 'Deutsch', en: 'English' }[value]}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          {t.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
