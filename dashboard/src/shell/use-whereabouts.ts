import { useCallback, useMemo, useState } from 'react';
import type { Me } from '../../../src/contract/api/people.ts';
import type { Mode } from '../../../src/contract/platform-ids.ts';
import type { Place } from '../api/place.ts';

const stored = { workspace: 'postbote.workspace', mode: 'postbote.mode' };

/** Which workspace and world a person is in, by what this browser remembers. */
export function whereIs(me: Me, workspaceId = remembered('workspace'), mode = remembered('mode')) {
  const workspace = me.workspaces.find((one) => one.id === workspaceId) ?? me.workspaces[0];
  if (!workspace) return null;
  // Newcomers begin in the sandbox, where everything is connected already.
  const chosen: Mode = !me.sandbox || mode === 'live' ? 'live' : 'test';
  return { workspace, scope: { workspaceId: workspace.id, mode: chosen } };
}

const remembered = (what: keyof typeof stored) => localStorage.getItem(stored[what]);

/** Workspace and mode are remembered by this browser; a workspace one has left falls back to the first. */
export function useWhereabouts(me: Me | undefined): Place | null {
  const [workspaceId, setWorkspaceId] = useState(() => remembered('workspace'));
  const [chosenMode, setChosenMode] = useState(() => remembered('mode'));
  const setMode = useCallback((mode: Mode) => {
    localStorage.setItem(stored.mode, mode);
    setChosenMode(mode);
  }, []);
  const setWorkspace = useCallback((id: string) => {
    localStorage.setItem(stored.workspace, id);
    setWorkspaceId(id);
  }, []);
  return useMemo(() => {
    const place = me && whereIs(me, workspaceId, chosenMode);
    if (!place) return null;
    const { workspace, scope } = place;
    return {
      me,
      workspace,
      mode: scope.mode,
      scope,
      canEdit: workspace.role !== 'viewer',
      isOwner: workspace.role === 'owner',
      setMode,
      setWorkspace,
    };
  }, [me, workspaceId, chosenMode, setMode, setWorkspace]);
}
