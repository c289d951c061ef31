import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import { isSameJson } from '#src/lib/same-json.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { showLightly } from '#src/ui/light-modal.ts'
import { ShowModalProvider, showModal } from '#src/ui/use-modal.ts'
import { workflowOf } from '../workflow-queries.web.tsx'
import type { Workflow } from '../workflows.schema.ts'
import type { CanvasControls } from './canvas/canvas-controls.ts'
import { UnfinishedLinesProvider } from './condition/unfinished-lines.web.tsx'
import { ConflictNotice } from './conflict-notice.web.tsx'
import type { DraftState } from './draft-state.ts'
import { EditorBar } from './editor-bar.web.tsx'
import { focusStep, useFocusInPlace } from './focus-step.web.tsx'
import { nodeTypesByName } from './graph-edit.ts'
import { LeaveDialog } from './leave-dialog.web.tsx'
import { EditsNotice, PauseNotice, ProblemList } from './notices.web.tsx'
import { broughtLast } from './panel/sources.ts'
import { StartCard } from './panel/start-card.web.tsx'
import { type EditorProblem, problemsOf, stillOpen } from './problems.ts'
import { usePublishing } from './publish.web.tsx'
import type { RunDialogProps } from './run-dialog.web.tsx'
import { RunStrip } from './run-strip.web.tsx'
import { HistoryButtons, SaveStatus } from './save-status.web.tsx'
import type { ShortcutSheetProps } from './shortcut-sheet.web.tsx'
import { stepActions } from './step-actions.web.tsx'
import { Steps } from './steps.web.tsx'
import { useActs } from './use-acts.web.tsx'
import { useConflict } from './use-conflict.web.tsx'
import { useDraft, useLeaveGuard } from './use-draft.web.tsx'
import { useGestures } from './use-gestures.web.tsx'
import { usePalette } from './use-palette.web.tsx'
import { type Selection, useSelection } from './use-selection.web.tsx'
import { useKeymap, useShortcuts } from './use-shortcuts.web.tsx'
import { StepPanel, useStepPanel } from './use-step-panel.web.tsx'
import { useRunNews, useStepStates } from './use-step-states.web.tsx'
import { useTrial } from './use-trial.web.tsx'
import { useView } from './use-view.web.tsx'
import { VersionsButton } from './versions-button.web.tsx'
import { lacksAddress, WorkflowPanel } from './workflow-panel.web.tsx'

const LazyRunDialog = lazyPart<RunDialogProps>(async () => (await import('./run-dialog.web.tsx')).RunDialog)
const RunDialog = (props: RunDialogProps) => (
  <Suspense fallback={null}>
    <LazyRunDialog {...props} />
  </Suspense>
)
const ShortcutSheet = lazyPart<ShortcutSheetProps>(async () => (await import('./shortcut-sheet.web.tsx')).ShortcutSheet)

/** From so many on, each some twenty elements, dialogs leave the page as it is. */
const MANY_STEPS = 100

interface EditorProps {
  readonly workflow: Workflow
  readonly nodes: readonly NodeTypeEntry[]
  readonly publicUrl: string
}

/** The last time that publishing was refused. */
interface Refusal {
  readonly problems: readonly EditorProblem[]
  readonly graph: Graph
  readonly count: number
}

/** A workflow under edit: its steps in the middle, the selected one beside them, saved as one types. */
export function Editor({ workflow, nodes, publicUrl }: EditorProps) {
  const { id, name, status, publishedVersion } = workflow
  const [types] = useState(() => nodeTypesByName(nodes))
  const { draft, state, willBeKept } = useDraft(workflow)
  const { graph } = state
  const { edit } = draft
  const [refusal, setRefusal] = useState<Refusal>({ problems: [], graph, count: 0 })
  const problems = useMemo(() => stillOpen(refusal.problems, refusal.graph, graph), [refusal, graph])
  const [running, setRunning] = useState<'draft' | 'simulation'>()
  const [view, setView] = useView()
  const canvas = useRef<CanvasControls>(null)
  const selection = useSelection(graph)
  useFocusInPlace(graph)
  const stepPanel = useStepPanel(selection)
  const gestures = useGestures({ draft, types, selection })
  const { actions, chooseTrigger, palette } = usePalette({ draft, types, selection, gestures })
  const trial = useTrial({ workflow, draft, types, onRun: selection.open })
  const states = useStepStates({ trial, problems })
  useRunNews(trial, gestures.say)
  const guard = useLeaveGuard(draft, willBeKept)
  const conflict = useConflict(workflow, draft)
  const { unpublish, resume, ...publishing } = usePublishing({
    ...{ workflow, draft, onShow: selection.open },
    onProblems: (found, refused) => setRefusal(({ count }) => ({ problems: found, graph: refused, count: count + 1 })),
  })
  useMissingAddress(id, lacksAddress(graph, workflow) && state.phase === 'saved')
  const last = broughtLast(graph, types, trial.known)
  const isUnchanged = useUnchanged(workflow, state)
  const isPublishedAsIs = status === 'published' && isUnchanged

  const onRun = () => setRunning('draft')
  const onSimulate = () => setRunning('simulation')
  const onPublish = () => (isPublishedAsIs ? undefined : publishing.ask())
  const { acts, connect, askPaste, askShortcuts, asking, close, dialogs } = useActs({
    ...{ draft, types, selection, gestures, view, canvas, onRun, onSimulate, onPublish },
    onView: setView,
    onAdd: () => actions.addAt(undefined),
  })
  const [keymap, setKeymap] = useKeymap()
  useShortcuts(keymap, acts)

  const selected = selection.stepId === null ? undefined : nodeById(graph, selection.stepId)
  const actionsOf = (node: GraphNode) =>
    stepActions({
      ...{ graph, node, types, trial, gestures },
      onAdd: actions.addAt,
      onConnect: () => connect(node.id),
      onPaste: askPaste,
    })
  return (
    <ShowModalProvider value={graph.nodes.length > MANY_STEPS ? showLightly : showModal}>
      <div data-whole-screen className="flex flex-1 flex-col lg:whole-screen lg:flex-none">
        <EditorBar
          {...{ workflow, draft, isPublishedAsIs, view, onRun, onSimulate, onPublish, onShortcuts: askShortcuts }}
          publishing={publishing.isPublishing}
          onView={setView}
          edits={<EditsNotice {...{ workflow, isUnchanged }} />}
          pause={<PauseNotice status={status} busy={resume.isPending} onResume={() => resume.mutate()} />}
        >
          <HistoryButtons {...{ draft, state }} />
          <SaveStatus state={state} onSave={() => void draft.flush()} />
          <VersionsButton workflow={workflow} draft={draft} />
        </EditorBar>
        <InTheWay {...{ state, conflict, problems }} refusals={refusal.count} onShow={selection.open} />
        <RunStrip trial={trial} onShow={selection.open} />
        <div className="relative flex min-h-0 flex-1 flex-col lg:flex-row">
          <Steps
            {...{ graph, types, states, selection, gestures, actions, view, actionsOf }}
            controls={canvas}
            onTrigger={chooseTrigger}
          />
          <UnfinishedLinesProvider>
            {selected === undefined ? (
              <WorkflowPanel
                {...{ workflow, graph, types, publicUrl, edit, isPublishedAsIs, brought: last?.input }}
                busy={unpublish.isPending}
                onUnpublish={() => unpublish.mutate()}
              />
            ) : (
              <StepPanel
                key={selected.id}
                {...{ graph, types, edit, trial, code: stepPanel }}
                asked={selection}
                node={selected}
                problems={problemsOf(problems, selected.id)}
                actions={actionsOf(selected)}
                card={<StartCard {...{ workflow, graph, types, publicUrl }} brought={last?.input} node={selected} />}
                onClose={() => {
                  selection.selectMany([])
                  focusStep(selected.id)
                }}
              />
            )}
          </UnfinishedLinesProvider>
        </div>
        {running !== undefined ? (
          <RunDialog
            {...{ graph, draft, workflowId: id, wanted: running, published: publishedVersion }}
            before={trial.debugged ?? last}
            onClose={() => setRunning(undefined)}
            onDraftRun={trial.follow}
          />
        ) : null}
        {palette}
        {dialogs}
        {asking === 'shortcuts' ? (
          <Suspense fallback={null}>
            <ShortcutSheet keymap={keymap} onChange={setKeymap} onClose={close} />
          </Suspense>
        ) : null}
        {trial.dialog}
        {publishing.dialog}
        <LeaveDialog name={name} {...guard} />
      </div>
    </ShowModalProvider>
  )
}

interface InTheWayProps {
  readonly state: DraftState
  readonly conflict: ReturnType<typeof useConflict>
  readonly problems: readonly EditorProblem[]
  /** How often publishing was refused: the list is new each time. */
  readonly refusals: number
  readonly onShow: Selection['open']
}

/** What somebody has to decide about or to mend first. */
const InTheWay = ({ state: { graph, theirs }, conflict, problems, refusals, onShow }: InTheWayProps) => (
  <div className="flex max-h-[40dvh] flex-col gap-2 overflow-y-auto px-4 not-empty:py-3">
    {theirs === undefined ? null : <ConflictNotice {...conflict} mine={graph} theirs={theirs} />}
    {problems.length > 0 ? (
      <ProblemList
        key={refusals}
        problems={problems}
        nameOf={(nodeId) => nodeById(graph, nodeId)?.name ?? nodeId}
        onShow={onShow}
      />
    ) : null}
  </div>
)

/** The server makes the address of a webhook or a form with the first draft that has one. */
function useMissingAddress(id: string, isMissing: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (isMissing) void client.invalidateQueries({ queryKey: workflowOf(id).queryKey })
  }, [client, id, isMissing])
}

/** Whether the draft is what was published is for the server to say: it is asked when it seems to be that again. */
function useUnchanged({ id, upToDate, revision }: Workflow, { graph, revision: saved, phase }: DraftState): boolean {
  const client = useQueryClient()
  const published = useRef<Graph>(undefined)
  const isSaved = phase === 'saved'
  const isKnown = revision === saved
  useEffect(() => {
    if (!isSaved) return
    if (!isKnown) {
      if (isSameJson(published.current, graph)) void client.invalidateQueries({ queryKey: workflowOf(id).queryKey })
    } else if (upToDate) published.current = graph
  }, [client, id, upToDate, graph, isKnown, isSaved])
  return upToDate && isKnown && isSaved
}
