import { useCallback, useMemo, useState } from 'react';
import type { Me } from '../../../src/contract/api/people.ts';
import type { Mode } from '../../../src/contract/platform-ids.ts';
import type { Place } from '../api/place.ts';

const stored = { workspace: 'postbote.workspace', mode: 'postbote.mode' };

/** Workspace and mode are remembered by this browser; a workspace one has left falls back to the first. */
export function useWhereabouts(me: Me | undefined): Place | null {
  const [workspaceId, setWorkspaceId] = useState(() => localStorage.getItem(stored.workspace));
  const [chosenMode, setChosenMode] = useState(() => localStorage.getItem(stored.mode));
  const setMode = useCallback((mode: Mode) => {
    localStorage.setItem(stored.mode, mode);
    setChosenMode(mode);
  }, []);
  const setWorkspace = useCallback((id: string) => {
    localStorage.setItem(stored.workspace, id);
    setWorkspaceId(id);
  }, []);
  return useMemo(() => {
    const workspace = me?.workspaces.find((one) => one.id === workspaceId) ?? me?.workspaces[0];
    if (!me || !workspace) return null;
    // Newcomers begin in the sandbox, where everything is connected already.
    const mode: Mode = !me.sandbox || chosenMode === 'live' ? 'live' : 'test';
    return {
      me,
      workspace,
      mode,
      scope: { workspaceId: workspace.id, mode },
      canEdit: workspace.role !== 'viewer',
      isOwner: workspace.role === 'owner',
      setMode,
      setWorkspace,
    };
  }, [me, workspaceId, chosenMode, setMode, setWorkspace]);
}
