import { Alert, Container, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconEye } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import type { Composition, PostView } from '../../../../src/contract/api/posts.ts';
import { usePlace } from '../../api/place.ts';
import { EmptyState, Page } from '../../parts/page.tsx';
import { ErrorNote } from '../../parts/problem-text.tsx';
import { useWords } from '../../words/index.tsx';
import { AccountPicker } from './account-picker.tsx';
import { ActionBar } from './action-bar.tsx';
import classes from './compose.module.css';
import { isWorthSaving, platformsOf, type Sheets } from './composition.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { CoverField } from './media/cover-field.tsx';
import { MediaField, mostMedia } from './media/media-field.tsx';
import { useDrop } from './media/use-drop.ts';
import { useUploads } from './media/use-uploads.ts';
import { Notices } from './notices.tsx';
import { PlanChoice, planInput } from './plan-choice.tsx';
import { ProblemPanel } from './problem-panel.tsx';
import { TextField, type TextTab } from './text-field.tsx';
import { useEditing, useSnapshot } from './use-editing.ts';
import { usePlan } from './use-plan.ts';
import { useProblems } from './use-problems.ts';
import { useSubmit } from './use-submit.ts';

const PreviewList = lazy(() => import('./preview/index.tsx'));
const ConfirmPublish = lazy(() => import('./confirm-publish.tsx'));
const SettingsSection = lazy(() => import('./settings-section.tsx'));

/** The editor on the left, what it will look like on the right, what happens next at the bottom. */
export function Composer(props: { postId: string; post: PostView | null; sheets: Sheets; onKnown(): void }) {
  const { postId, sheets } = props;
  const t = useWords().compose;
  const { canEdit, workspace } = usePlace();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const accountIds = sheets.accounts.filter((one) => one.id === search.account).map((one) => one.id);
  const { editing, restored } = useEditing({ ...props, accountIds });
  const snapshot = useSnapshot(editing);
  const { composition, clash } = snapshot;
  const disabled = !canEdit || editing.isLocked() || clash?.reason === 'begun';

  const change = (patch: Partial<Composition>) => editing.change(patch);
  const uploads = useUploads((file, purpose) =>
    editing.change((now) =>
      purpose === 'cover'
        ? { coverUrl: file.url }
        : { media: [...now.media, { url: file.url, kind: file.kind, alt: '' }] },
    ),
  );
  const takeFiles = (files: readonly File[]) => {
    const room = mostMedia - composition.media.length;
    const usable = files.filter((file) => file.type === '' || /^(image|video)\//.test(file.type));
    for (const file of files)
      if (!usable.includes(file)) notifications.show({ message: t.notMedia(file.name), color: 'red' });
    if (usable.length > room) notifications.show({ message: t.tooManyMedia, color: 'red' });
    uploads.add(usable.slice(0, room), 'media');
  };
  const drop = useDrop(takeFiles, disabled);

  const [plan, setPlan] = usePlan(snapshot, search.at);
  const input = planInput(plan, workspace.timeZone);
  const problems = useProblems(composition, input, sheets);
  const pristine = !isWorthSaving(composition) && composition.accountIds.length === 0;
  const told = uploads.active ? [uploadTold(t.stillUploading), ...problems.told] : problems.told;
  const panel = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState(false);
  const submit = useSubmit(postId, editing);
  const [confirming, setConfirming] = useState(false);
  const showProblems = () => {
    setAsked(true);
    setView('edit');
    requestAnimationFrame(() => {
      panel.current?.scrollIntoView({ block: 'center' });
      panel.current?.focus();
    });
  };
  const main = () => {
    if (told.length > 0 || !input) showProblems();
    else if (input.kind === 'now') setConfirming(true);
    else void submit.publish(input);
  };

  const platforms = useMemo(() => platformsOf(composition, sheets), [composition, sheets]);
  const [tab, setTab] = useState<TextTab>('all');
  const [view, setView] = useState<'edit' | 'preview'>('edit');
  const [keptRestored, setKeptRestored] = useState(false);
  const showCover = composition.coverUrl !== null || composition.media.some((one) => one.kind === 'video');
  const chosen = sheets.accounts.filter((one) => composition.accountIds.includes(one.id));
  return (
    <>
      <Page title={snapshot.revision === null ? t.newPost : t.editPost} wide>
        {!canEdit && <Alert color="gray">{snapshot.revision === null ? t.viewerNew : t.viewerHint}</Alert>}
        <Notices
          postId={postId}
          snapshot={snapshot}
          restoredAt={restored && !keptRestored ? restored.at : null}
          // What a button was refused is told beside the problems.
          refusedItself={submit.refusal === null}
          busy={submit.busy}
          onKeepRestored={() => {
            setKeptRestored(true);
            void editing.flush();
          }}
          onLoadTheirs={() => void submit.loadTheirs()}
          onKeepAsCopy={() => void submit.keepAsCopy()}
          onDismiss={editing.dismiss}
        />
        <SegmentedControl
          hiddenFrom="lg"
          fullWidth
          aria-label={t.view}
          value={view}
          onChange={(next) => setView(next as typeof view)}
          data={[
            { value: 'edit', label: t.edit },
            { value: 'preview', label: t.preview },
          ]}
        />
        <div className={classes.columns} data-view={view}>
          <Stack gap="lg" className={classes.editColumn} {...drop.props}>
            <AccountPicker
              accounts={sheets.accounts}
              chosen={composition.accountIds}
              onChange={(ids) => change({ accountIds: ids })}
              disabled={disabled}
            />
            <TextField
              composition={composition}
              platforms={platforms}
              tab={tab}
              onTab={setTab}
              onChange={change}
              disabled={disabled}
              autoFocus={snapshot.revision === null && roomy.matches}
            />
            <MediaField
              media={composition.media}
              onChange={(patch) => editing.change((now) => ({ media: patch(now.media) }))}
              uploads={uploads}
              onFiles={takeFiles}
              platforms={platforms}
              dropping={drop.dropping}
              disabled={disabled}
            />
            {showCover && (
              <CoverField
                coverUrl={composition.coverUrl}
                onChange={(coverUrl) => change({ coverUrl })}
                uploads={uploads}
                platforms={platforms}
                disabled={disabled}
              />
            )}
            {submit.refusal && <ErrorNote error={submit.refusal} />}
            {!disabled && (!pristine || asked) && (
              <ProblemPanel ref={panel} told={told} checking={problems.checking} failed={problems.failed} />
            )}
            {chosen.length > 0 && (
              <Suspense fallback={<Skeleton h={120} aria-busy />}>
                <SettingsSection
                  composition={composition}
                  sheets={sheets}
                  errors={problems.settings}
                  onChange={change}
                  disabled={disabled}
                />
              </Suspense>
            )}
          </Stack>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by itself, so the keyboard must get into it. */}
          <aside className={classes.previewColumn} aria-label={t.previews} tabIndex={0}>
            {chosen.length === 0 ? (
              <EmptyState icon={<IconEye size={36} stroke={1.4} />} title={t.previewEmpty} />
            ) : (
              <Suspense fallback={<Skeleton h={320} aria-busy />}>
                <PreviewList composition={composition} sheets={sheets} only={tab === 'all' ? null : tab} />
              </Suspense>
            )}
          </aside>
        </div>
      </Page>
      {!disabled && (
        <div className={classes.barHolder}>
          <Container size={1600} px={{ base: 'sm', sm: 'lg' }}>
            <ActionBar
              snapshot={snapshot}
              plan={plan}
              dirty={editing.isDirty()}
              open={pristine ? 0 : told.length}
              onOpen={showProblems}
              busy={submit.busy}
              onMain={main}
              onDraft={() => void submit.draft()}
              onDiscard={() => void submit.loadTheirs()}
            >
              <PlanChoice plan={plan} onChange={setPlan} disabled={disabled} />
            </ActionBar>
          </Container>
        </div>
      )}
      {confirming && (
        <Suspense>
          {' '}
          <ConfirmPublish
            accounts={chosen}
            busy={submit.busy}
            onClose={() => setConfirming(false)}
            onConfirm={() => {
              void submit.publish({ kind: 'now' }).then(() => setConfirming(false));
            }}
          />
        </Suspense>
      )}
      <LeaveGuard
        uploading={uploads.active}
        unsaved={
          editing.isDirty() && (isPlanned(snapshot.state) || !snapshot.kept || snapshot.phase === 'refused')
        }
      />
    </>
  );
}

/** On a phone the keyboard would cover what one has not seen yet. */
const roomy = matchMedia('(min-width: 62em)');
const isPlanned = (state: PostView['state'] | null) => state !== null && state !== 'draft';
const uploadTold = (says: string) => ({
  key: 'uploading',
  problem: { code: 'uploading' },
  says,
  next: '',
  accountName: null,
});
