import { createContext, useContext } from 'react';
import type { Me, WorkspaceView } from '../../../src/contract/api/people.ts';
import type { Mode } from '../../../src/contract/platform-ids.ts';

/** Where the person is: which workspace, live or sandbox. Spread `scope` into every call that names them. */
export interface Place {
  readonly me: Me;
  readonly workspace: WorkspaceView;
  readonly mode: Mode;
  readonly scope: { readonly workspaceId: string; readonly mode: Mode };
  readonly canEdit: boolean;
  readonly isOwner: boolean;
  setMode(mode: Mode): void;
  setWorkspace(workspaceId: string): void;
}

export const PlaceContext = createContext<Place | null>(null);

export function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (!place) throw new Error('usePlace outside of the shell');
  return place;
}
