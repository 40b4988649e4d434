import {
  AppShell,
  Box,
  Burger,
  Button,
  Center,
  Group,
  Loader,
  NavLink,
  ScrollArea,
  Text,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconApps,
  IconCalendar,
  IconChartBar,
  IconHome,
  IconPencilPlus,
  IconPlugConnected,
  IconSend,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PlaceContext, usePlace } from '../api/place.ts';
import { useRead } from '../api/use-api.ts';
import { useLive } from '../api/use-live.ts';
import { ErrorNote } from '../parts/problem-text.tsx';
import { useWords } from '../words/index.tsx';
import { Brand } from './brand.tsx';
import { ComposeFloat } from './compose-float.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { NoWorkspace } from './no-workspace.tsx';
import { PageTold } from './page-told.tsx';
import { useWhereabouts } from './use-whereabouts.ts';
import { UserMenu } from './user-menu.tsx';

const links = [
  { to: '/', word: 'home', icon: IconHome },
  { to: '/compose', word: 'compose', icon: IconPencilPlus },
  { to: '/calendar', word: 'calendar', icon: IconCalendar },
  { to: '/posts', word: 'posts', icon: IconSend },
  { to: '/analytics', word: 'analytics', icon: IconChartBar },
  { to: '/accounts', word: 'accounts', icon: IconUsers },
  { to: '/keys', word: 'keys', icon: IconPlugConnected },
  { to: '/apps', word: 'apps', icon: IconApps, operator: true },
  { to: '/settings', word: 'settings', icon: IconSettings },
] as const;

/** The frame around every page of a signed-in person. */
export function Shell() {
  const me = useRead('me', {}, { staleTime: 60_000 });
  const place = useWhereabouts(me.data);
  // Only at the start: later, what is on the screen (a half-written post) matters more than a failed look.
  if (me.error && !me.data) {
    return (
      <Box p="lg">
        <ErrorNote error={me.error} retry={() => void me.refetch()} />
      </Box>
    );
  }
  if (me.data?.workspaces.length === 0) return <NoWorkspace />;
  if (!place) {
    return (
      <Center mih="60vh">
        <Loader aria-label="Postbote" />
      </Center>
    );
  }
  return (
    <PlaceContext value={place}>
      <Frame scope={place.scope} />
    </PlaceContext>
  );
}

function Frame({ scope }: { scope: { workspaceId: string; mode: 'live' | 'test' } }) {
  const t = useWords().shell;
  const { canEdit } = usePlace();
  const [opened, menu] = useDisclosure();
  const path = useLocation({ select: (location) => location.pathname });
  const live = useLive(scope);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu.
  useEffect(() => menu.close(), [path]);

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={0}
    >
      <a href="#content" className="skip-link">
        {t.skip}
      </a>
      <AppShell.Header px="md">
        <PageTold path={path} />
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={menu.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={t.menu}
              aria-expanded={opened}
            />
            <Brand />
          </Group>
          <Group gap="sm" wrap="nowrap">
            <ModeSwitch />
            {canEdit && (
              <Button
                component={Link}
                to="/compose"
                leftSection={<IconPencilPlus size={18} aria-hidden />}
                visibleFrom="sm"
              >
                {t.compose}
              </Button>
            )}
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t.navigation}>
        <AppShell.Section grow component={ScrollArea}>
          <Links path={path} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content">
        {scope.mode === 'test' && (
          <Group
            px={{ base: 'sm', sm: 'lg' }}
            py={4}
            justify="space-between"
            gap="0 md"
            className="sandbox-bar"
          >
            <Text size="sm">{t.sandboxBar}</Text>
            <a href="/sandbox" target="_blank" rel="noreferrer" style={{ color: 'inherit', fontSize: 14 }}>
              {t.sandboxFeed}
            </a>
          </Group>
        )}
        {!live && (
          <Box bg="red.8" c="white" px="lg" py={6} role="status">
            <Text size="sm">{t.disconnected}</Text>
          </Box>
        )}
        {/* Another workspace or world is another page: nothing of the old one may linger in it. */}
        <Outlet key={`${scope.workspaceId}:${scope.mode}`} />
      </AppShell.Main>
      <ComposeFloat path={path} />
    </AppShell>
  );
}

function Links({ path }: { path: string }) {
  const t = useWords().shell;
  const { me, canEdit } = usePlace();
  return links
    .filter((link) => (link.to !== '/compose' || canEdit) && (!('operator' in link) || me.operator))
    .map(({ to, word, icon: Icon }) => {
      const active = to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`);
      return (
        <NavLink
          key={to}
          component={Link}
          to={to}
          label={t[word]}
          active={active}
          aria-current={active ? 'page' : undefined}
          leftSection={<Icon size={19} stroke={1.7} aria-hidden />}
          style={{ borderRadius: 'var(--mantine-radius-md)' }}
        />
      );
    });
}
