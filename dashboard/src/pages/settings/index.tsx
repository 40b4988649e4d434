import { Tabs } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Page } from '../../parts/page.tsx';
import { useWords } from '../../words/index.tsx';
import { AccountTab } from './account-tab.tsx';
import { DataTab } from './data-tab.tsx';
import { PeopleTab } from './people-tab.tsx';
import { WorkspaceTab } from './workspace-tab.tsx';

const tabs = {
  workspace: WorkspaceTab,
  people: PeopleTab,
  account: AccountTab,
  data: DataTab,
} as const;
type Tab = keyof typeof tabs;

/** The tab stands in the address after #, so that it can be linked to. */
export default function SettingsPage() {
  const t = useWords().settingsPage;
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const tab: Tab = hash in tabs ? (hash as Tab) : 'workspace';
  const Content = tabs[tab];
  return (
    <Page title={t.title}>
      <Tabs
        value={tab}
        onChange={(value) => void navigate({ to: '/settings', hash: value ?? 'workspace' })}
        keepMounted={false}
      >
        <Tabs.List className="tabs-in-a-row">
          {(Object.keys(tabs) as Tab[]).map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} pt="lg">
          <Content />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
