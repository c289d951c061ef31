import { History, RotateCcw, Trash2, Upload } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { NOTHING_TO_DO } from '#src/ui/nothing-to-do.ts'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { BuilderTabs } from './builder-tabs.web.tsx'
import { type ContentProblem, contentProblems, helpProblems } from './content-problems.ts'
import type { creatorToolsContract, Draft, Trial } from './creator-tools.schema.ts'
import { fxnOf, Preview } from './preview.web.tsx'
import type { ToolContent } from './tool-content.schema.ts'
import type { ToolDraftState } from './tool-draft.ts'
import { usePreviewRun } from './use-preview-run.web.tsx'
import { useToolDraft } from './use-tool-draft.web.tsx'

const ConflictDialog = lazyPart(async () => (await import('./conflict-dialog.web.tsx')).ConflictDialog)
const PublishDialog = lazyPart(async () => (await import('./publish-dialog.web.tsx')).PublishDialog)
const ToolVersions = lazyPart(async () => (await import('./tool-versions.web.tsx')).ToolVersions)

interface BuilderProps {
  readonly draft: Draft
  readonly origin: string
  readonly creator: string
  /** Reads the draft again: what is published has changed. */
  readonly onRefresh: () => Promise<Draft | undefined>
}

type Open = 'publish' | 'versions' | 'discard' | 'mine' | 'theirs'

/** One tool under edit: what it is beside how it looks. */
export function Builder({ draft: given, origin, creator, onRefresh }: BuilderProps) {
  const { draft, state } = useToolDraft(given)
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>()
  const [refused, setRefused] = useState<{ readonly of: unknown; readonly problems: readonly ContentProblem[] }>()
  const { content } = state
  const problems = useMemo(() => [...contentProblems(content), ...helpProblems(content.fields)], [content])
  const onTry = (input: JsonObject): Promise<Trial> =>
    api<typeof creatorToolsContract.try>('POST', '/api/tools/:id/try', {
      params: { id: given.id },
      body: { content, input },
    })
  const preview = usePreviewRun(content, { mayWriteCode: given.mayWriteCode, onTry })
  const found = [...preview.problems, ...(refused?.of === content ? refused.problems : [])]
  const fxn = fxnOf(given, content)
  const refresh = async () => {
    const now = await onRefresh()
    // What was typed meanwhile stays; whether it fits what is there now is seen when it is saved.
    if (now !== undefined && !draft.isDirty() && now.revision >= draft.getState().revision) draft.replace(now)
  }
  const onReleased = () => {
    setOpen(undefined)
    void refresh()
  }
  const discard = async () => {
    try {
      const params = { id: given.id }
      const answer = await api<typeof creatorToolsContract.discardDraft>('DELETE', '/api/tools/:id/draft', { params })
      setOpen(undefined)
      draft.replace(answer.draft ?? state)
      if (answer.draft === null) await navigate('/tools')
      else await refresh()
    } catch (error) {
      toast({ kind: 'error', title: 'Discarding failed', description: toApiError(error).message })
    }
  }
  return (
    <>
      <title>{`${content.title || 'Untitled tool'} · Builder · Fettle`}</title>
      <PageHeader
        eyebrow={
          <Breadcrumbs trail={[{ label: 'Tools', to: '/tools' }, { label: content.title || 'Untitled tool' }]} />
        }
        title={content.title || 'Untitled tool'}
        actions={<BuilderActions draft={given} state={state} onOpen={setOpen} />}
      >
        <BuilderStatus draft={given} state={state} onDecide={setOpen} />
      </PageHeader>
      <PageBody>
        <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-2">
          <BuilderTabs
            draft={given}
            content={content}
            problems={[...problems, ...found]}
            preview={preview}
            fxn={fxn}
            origin={origin}
            creator={creator}
            onChange={draft.edit}
            onTry={onTry}
          />
          <div className="min-w-0 xl:sticky xl:top-20 xl:max-h-[calc(100dvh-6rem)] xl:overflow-y-auto">
            <Preview fxn={fxn} preview={preview} />
          </div>
        </div>
      </PageBody>
      {open === 'publish' ? (
        <Suspense>
          <PublishDialog
            draft={given}
            content={content}
            problems={problems}
            found={found}
            onSave={async () => ((await draft.flush()) ? draft.getState().revision : undefined)}
            onOutdated={refresh}
            onPublished={onReleased}
            onRefused={(found) => setRefused({ of: content, problems: found })}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      ) : null}
      {open === 'versions' ? (
        <Suspense>
          <ToolVersions
            draft={{ ...given, content }}
            onClose={() => setOpen(undefined)}
            onRolledBack={() => void refresh()}
          />
        </Suspense>
      ) : null}
      {(open === 'mine' || open === 'theirs') && state.theirs !== undefined ? (
        <Suspense>
          <ConflictDialog
            id={given.id}
            mine={content}
            theirs={state.theirs.content}
            keep={open}
            onDecided={() => {
              setOpen(undefined)
              if (open === 'mine') draft.keepMine()
              else draft.useTheirs()
            }}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      ) : null}
      <ConfirmDialog
        open={open === 'discard'}
        onClose={() => setOpen(undefined)}
        onConfirm={() => void discard()}
        title={given.published === null ? 'Delete this draft?' : 'Discard what is not published?'}
        confirmLabel={given.published === null ? 'Delete draft' : 'Discard changes'}
        danger
      >
        <p>{given.published === null ? 'Nobody else has seen it.' : 'The draft will be what people see now.'}</p>
      </ConfirmDialog>
    </>
  )
}

interface ActionsProps {
  readonly draft: Draft
  readonly state: ToolDraftState
  readonly onOpen: (open: Open) => void
}

const isPublished = ({ upToDate, phase }: ToolDraftState): boolean => upToDate && phase === 'saved'

const BuilderActions = ({ draft, state, onOpen }: ActionsProps) => (
  <>
    {draft.published === null ? (
      <Button icon={Trash2} onClick={() => onOpen('discard')}>
        Delete draft
      </Button>
    ) : (
      <>
        <ButtonLink to={`/fxn/${draft.published.slug}`}>View</ButtonLink>
        <Button icon={History} onClick={() => onOpen('versions')}>
          Versions
        </Button>
        {state.upToDate && state.phase === 'saved' ? null : (
          <Button icon={RotateCcw} onClick={() => onOpen('discard')}>
            Discard changes
          </Button>
        )}
      </>
    )}
    <Button
      variant="primary"
      icon={Upload}
      className={isPublished(state) ? NOTHING_TO_DO : undefined}
      aria-disabled={isPublished(state)}
      onClick={() => isPublished(state) || onOpen('publish')}
    >
      Publish
    </Button>
  </>
)

const PHASES: Readonly<Record<ToolDraftState['phase'], string>> = {
  saved: 'Saved',
  unsaved: 'Not saved yet',
  saving: 'Saving…',
  failed: 'Not saved',
  conflict: 'Changed elsewhere',
}

interface StatusProps {
  readonly draft: Draft
  readonly state: ToolDraftState
  /** Which of two versions goes on. */
  readonly onDecide: (keep: 'mine' | 'theirs') => void
}

const isWithoutComputation = ({ kind, outputs }: ToolContent): boolean =>
  kind === 'config' && outputs.every(({ expression }) => expression.trim() === '')

/** Whether it is saved, what people see of it, and what it was cloned from. */
const BuilderStatus = ({ draft, state, onDecide }: StatusProps) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-canvas pt-1 pe-2 text-13 text-text-2">
    <span role="status">
      {PHASES[state.phase]}
      {state.phase === 'failed' ? `: ${state.message}` : ''}
    </span>
    {state.phase === 'conflict' ? (
      <>
        <Button size="dense" onClick={() => onDecide('mine')}>
          Keep mine
        </Button>
        <Button size="dense" onClick={() => onDecide('theirs')}>
          Load the other version
        </Button>
      </>
    ) : null}
    {draft.published === null ? (
      <Badge>Draft</Badge>
    ) : draft.published.status === 'hidden' ? (
      <Badge kind="warn">Hidden</Badge>
    ) : (
      <Badge kind="ok">
        {state.upToDate ? 'Published' : `${draft.published.semver ?? 'An earlier version'} is published`}
      </Badge>
    )}
    {draft.origin === null ? null : (
      <span>
        Cloned from{' '}
        {draft.origin.slug === null ? (
          draft.origin.title
        ) : (
          <TextLink to={`/fxn/${draft.origin.slug}`}>{draft.origin.title}</TextLink>
        )}{' '}
        by {draft.origin.creator}
        {draft.origin.licence === null ? '' : `, ${draft.origin.licence}`}
      </span>
    )}
    {draft.origin?.isBuiltin && isWithoutComputation(state.content) ? (
      <p className="basis-full">
        How a built-in tool computes is not part of a clone. Write an expression for each output, or code, under
        Outputs; its inputs and examples are here.
      </p>
    ) : null}
  </div>
)
