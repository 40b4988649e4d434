import type { Composition, PlanInput, PostView } from '../../../../src/contract/api/posts.ts';
import type { PostState } from '../../../../src/contract/tools.ts';
import { isWorthSaving, sameComposition } from './composition.ts';

/** How what is on the screen relates to what the server has. */
export type Phase = 'saved' | 'unsaved' | 'saving' | 'offline' | 'refused';

export interface Clash {
  /** `changed`: somebody saved in between; `begun`: it is going out and stays as it is; `gone`: somebody deleted it. */
  readonly reason: 'changed' | 'begun' | 'gone';
  readonly author: string | null;
}

export interface Snapshot {
  readonly composition: Composition;
  /** Null: the server does not know the post yet. */
  readonly revision: number | null;
  readonly state: PostState | null;
  readonly scheduledAt: number | null;
  readonly phase: Phase;
  readonly savedAt: number | null;
  readonly clash: Clash | null;
  /** Somebody else's version was taken over because nothing of one's own was unsaved. */
  readonly takenOver: string | null;
  readonly error: unknown;
  /** False: there are changes, and this browser could not keep a copy of them. */
  readonly kept: boolean;
}

export interface EditingParts {
  readonly start: Pick<Snapshot, 'composition' | 'revision' | 'state' | 'scheduledAt'>;
  /** What the server has, where it differs from what is on the screen. */
  readonly stored: Composition;
  save(input: { revision: number | null; composition: Composition; plan: PlanInput }): Promise<PostView>;
  read(): Promise<PostView>;
  /** Brings a server's answer into the form that the editor holds. */
  tidy(composition: Composition): Composition;
  /** Keeps a copy in the browser, or drops it (null). False: it could not. */
  keep(copy: { composition: Composition; revision: number | null } | null): boolean;
  /** What kind of failure it was. */
  classify(error: unknown): { kind: 'lost' | 'refused' } | { kind: 'clash'; clash: Clash };
  now(): number;
  readonly autosaveMs?: number;
  readonly retryMs?: number;
}

export type Editing = ReturnType<typeof createEditing>;

const takeKinds = (composition: Composition, media: Composition['media']): Composition => ({
  ...composition,
  media: composition.media.map((item) => ({
    ...item,
    kind: media.find((one) => one.url === item.url)?.kind ?? item.kind,
  })),
});

const changeable: readonly (PostState | null)[] = [null, 'draft', 'scheduled', 'canceled'];

/**
 * One post being edited. Drafts save themselves a moment after the last key; a planned post waits for "save" and is
 * meanwhile kept in the browser. One save at a time, each naming the revision it changes: whoever else saved in between
 * is never overwritten.
 */
export function createEditing(parts: EditingParts) {
  const { autosaveMs = 1200, retryMs = 5000 } = parts;
  let stored = parts.stored;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<unknown> | null = null;
  /** A save went out whose answer never came: it may have happened. */
  let unsure = false;
  let closed = false;
  const listeners = new Set<() => void>();
  let now: Snapshot = {
    ...parts.start,
    phase: sameComposition(parts.start.composition, stored) ? 'saved' : 'unsaved',
    savedAt: null,
    clash: null,
    takenOver: null,
    error: null,
    kept: true,
  };

  const set = (next: Partial<Snapshot>) => {
    now = { ...now, ...next };
    for (const listener of listeners) listener();
  };
  const isDirty = () => !sameComposition(now.composition, stored);
  const saves = () =>
    (now.state === null || now.state === 'draft') &&
    !now.clash &&
    (now.revision !== null || isWorthSaving(now.composition));

  const arm = (ms: number) => {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(() => void flush(), ms);
  };

  /** After the server has spoken: it has `composition` now, whatever was typed meanwhile. */
  const settle = (view: PostView, composition: Composition) => {
    // The server looked into the files; the browser may only have guessed.
    const { media } = view.composition;
    stored = takeKinds(composition, media);
    unsure = false;
    set({ composition: takeKinds(now.composition, media) });
    set({ revision: view.revision, state: view.state, scheduledAt: view.scheduledAt });
    const dirty = isDirty();
    const kept = parts.keep(dirty ? { composition: now.composition, revision: now.revision } : null);
    set({ phase: dirty ? 'unsaved' : 'saved', savedAt: parts.now(), error: null, clash: null, kept });
    if (dirty && saves()) arm(autosaveMs);
  };

  async function send(plan: PlanInput): Promise<PostView> {
    const { composition, revision } = now;
    set({ phase: 'saving' });
    try {
      const view = await parts.save({ revision, composition, plan });
      settle(view, composition);
      return view;
    } catch (error) {
      const failure = parts.classify(error);
      if (failure.kind === 'clash') {
        const done = unsure && failure.clash.reason === 'changed' ? await ownWork(composition) : null;
        if (done) return done;
        set({ phase: 'unsaved', clash: failure.clash, error });
      } else {
        unsure ||= failure.kind === 'lost';
        set({ phase: failure.kind === 'lost' ? 'offline' : 'refused', error });
      }
      throw error;
    }
  }

  /** The clash may be with oneself: a save that happened although its answer was lost. */
  async function ownWork(composition: Composition): Promise<PostView | null> {
    const view = await parts.read().catch(() => null);
    if (!view || !sameComposition(parts.tidy(view.composition), composition)) return null;
    settle(view, composition);
    return view;
  }

  const turn = async <T>(work: () => Promise<T>): Promise<T> => {
    while (running) await running.catch(() => undefined);
    const mine = work();
    running = mine;
    try {
      return await mine;
    } finally {
      running = null;
    }
  };

  /** Saves a draft now if there is anything to save. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    if (!saves() || !isDirty() || running) return;
    await turn(() => send({ kind: 'draft' })).catch(() => {
      if (now.phase === 'offline') arm(retryMs);
    });
  }

  return {
    get: () => now,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change(patch: Partial<Composition> | ((composition: Composition) => Partial<Composition>)) {
      const given = typeof patch === 'function' ? patch(now.composition) : patch;
      const composition = { ...now.composition, ...given };
      if (sameComposition(composition, now.composition)) return;
      set({ composition, takenOver: null });
      const dirty = isDirty();
      const kept = parts.keep(dirty ? { composition, revision: now.revision } : null);
      set({ kept, ...(now.phase !== 'saving' && { phase: dirty ? 'unsaved' : 'saved' }) });
      if (dirty && saves()) arm(autosaveMs);
    },
    flush,
    /** Saves with this plan; every problem comes back as the error. */
    async saveAs(plan: PlanInput): Promise<PostView> {
      clearTimeout(timer);
      return turn(() => send(plan)).catch((error) => {
        if (now.phase === 'offline' && saves() && isDirty()) arm(retryMs);
        throw error;
      });
    },
    /** The server tells how the post stands now. */
    async heard(view: PostView): Promise<void> {
      while (running) await running.catch(() => undefined);
      if (now.revision === null || view.revision < now.revision) return;
      if (!changeable.includes(view.state)) {
        const clash: Clash | null = isDirty() ? { reason: 'begun', author: view.author } : null;
        set({ state: view.state, scheduledAt: view.scheduledAt, clash });
        return;
      }
      if (view.revision === now.revision) {
        if (view.state !== now.state) set({ state: view.state, scheduledAt: view.scheduledAt });
        return;
      }
      if (isDirty()) set({ clash: { reason: 'changed', author: view.author } });
      else this.adopt(view, view.author ?? '');
    },
    /** Puts the server's version on the screen; one's own is gone. */
    adopt(view: PostView, takenOver: string | null = null) {
      clearTimeout(timer);
      stored = parts.tidy(view.composition);
      parts.keep(null);
      const { revision, state, scheduledAt, updatedAt } = view;
      set({ composition: stored, revision, state, scheduledAt, savedAt: updatedAt });
      set({ phase: 'saved', clash: null, error: null, kept: true, takenOver });
    },
    dismiss: () => set({ takenOver: null }),
    isDirty,
    isLocked: () => !changeable.includes(now.state),
    open() {
      closed = false;
    },
    /** Leaving: what can still be saved is sent, nothing is armed any more. */
    close() {
      void flush();
      closed = true;
      clearTimeout(timer);
    },
  };
}
