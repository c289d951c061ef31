import { EllipsisVertical, Maximize2, Minimize2, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { Badge } from '#src/ui/badge.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Menu, type MenuItem } from '#src/ui/menu.tsx'
import { ExpressionHelpProvider } from '../expression/expression-context.web.tsx'
import type { NodeTypes } from '../graph-edit.ts'
import { NodeIcon } from '../node-icon.web.tsx'
import { type EditorProblem, placesOf, stepId } from '../problems.ts'
import { type Edit, StepForm } from '../step-form.web.tsx'
import { useExpressionCheck } from '../use-expression-check.web.tsx'
import { useScheduleProblems } from '../use-schedule-preview.web.tsx'
import type { Selection } from '../use-selection.web.tsx'
import type { Trial } from '../use-trial.web.tsx'
import { InputPane } from './input-pane.web.tsx'
import { isUnderWay } from './live-run.ts'
import { OutputPane } from './output-pane.web.tsx'
import { type Pane, TabbedPanes, WidePanes } from './panes.web.tsx'
import { RunBar } from './run-bar.web.tsx'
import { useExpressionHelp } from './use-expression-help.web.tsx'
import { useStepData } from './use-step-data.web.tsx'

export interface StepPanelProps {
  readonly graph: Graph
  readonly node: GraphNode
  readonly types: NodeTypes
  /** Those of this step. */
  readonly problems: readonly EditorProblem[]
  readonly edit: Edit
  readonly trial: Trial
  /** The field that somebody asked for, if any; `wanted` is new each time that they ask. */
  readonly asked: Asked
  readonly actions: readonly MenuItem[]
  readonly onClose: () => void
  /** Above the settings: the address of a webhook, the next times of a schedule. */
  readonly card?: ReactNode
}

type Asked = Pick<Selection, 'field' | 'wanted'>

/** Everything about the selected step: what comes in, its settings, what goes out. */
export function StepPanel({
  graph,
  node,
  types,
  problems: refused,
  edit,
  trial,
  asked,
  actions,
  onClose,
  card,
}: StepPanelProps) {
  const type = types.get(node.type)
  const scheduling = useScheduleProblems(node)
  const problems = useMemo(() => [...refused, ...scheduling], [refused, scheduling])
  const [isWide, setWide] = useState(false)
  const [shown, setShown] = useShownPane(trial, asked)
  const data = useStepData({ graph, node, types, trial })
  const check = useExpressionCheck(graph, node.id, types)
  const { help, insert } = useExpressionHelp({ graph, node, types, data, check })
  const isTrigger = type?.category === 'trigger'
  const showField = (path: string) => {
    setShown('settings')
    // The tab is open a moment later.
    requestAnimationFrame(() => focusFirst(placesOf(node.id, path)))
  }
  const onInsert = (template: string) => {
    setShown('settings')
    requestAnimationFrame(() => insert(template))
  }
  const settings = (
    <ExpressionHelpProvider value={isTrigger ? undefined : help}>
      {card === undefined ? null : <div className="mb-5">{card}</div>}
      <StepForm {...{ node, types, problems, edit }} failure={failureOf(node, trial)} />
    </ExpressionHelpProvider>
  )
  const panes: Pane[] = [
    ...(isTrigger ? [] : [{ id: 'input' as const, label: 'Input', panel: <InputPane {...{ data, onInsert }} /> }]),
    { id: 'settings', label: 'Settings', panel: settings },
    { id: 'output', label: 'Output', panel: <OutputPane {...{ node, types, trial, data }} /> },
  ]
  return (
    <aside
      aria-labelledby={stepId(node.id)}
      onKeyDown={(event) => isWayOut(event) && onClose()}
      className={classNames(
        'flex min-w-0 flex-col bg-surface lg:border-s lg:border-line',
        isWide
          ? 'lg:absolute lg:inset-0 lg:z-20'
          : 'lg:w-[26rem] lg:shrink-0 lg:scroll-pt-20 lg:overflow-y-auto xl:w-[30rem]',
      )}
    >
      <header className="sticky top-14 z-10 flex items-center gap-2 border-b border-line bg-surface px-4 py-2.5 lg:top-0">
        <NodeIcon name={type?.icon} category={type?.category} />
        <div className="min-w-0 flex-1">
          <h2 id={stepId(node.id)} tabIndex={-1} className="text-16 outline-none [overflow-wrap:anywhere]">
            {node.name || 'Without a name'}
          </h2>
          <p className="meta-line [overflow-wrap:anywhere]">
            {placeInExpressions(node, type?.category)}
            {type?.title ?? node.type}
          </p>
        </div>
        {Object.hasOwn(trial.pins, node.id) ? <Badge kind="pin">Pinned</Badge> : null}
        {type?.category === 'note' ? null : (
          <IconButton
            icon={isWide ? Minimize2 : Maximize2}
            size="dense"
            className="max-lg:hidden"
            aria-label={isWide ? 'Show the steps again' : 'Show input and output beside the settings'}
            aria-pressed={isWide}
            onClick={() => setWide(!isWide)}
          />
        )}
        <Menu
          label={`Actions for ${node.name}`}
          items={actions}
          trigger={(trigger) => (
            <IconButton {...trigger} icon={EllipsisVertical} size="dense" aria-label={`Actions for ${node.name}`} />
          )}
        />
        <IconButton icon={X} size="dense" aria-label="Close the step" onClick={onClose} />
      </header>
      <RunBar {...{ node, types, trial }} onField={showField} />
      {type?.category === 'note' ? (
        <div className="p-4">{settings}</div>
      ) : isWide ? (
        <WidePanes panes={panes} />
      ) : (
        <TabbedPanes panes={panes} shown={shown} onShow={setShown} />
      )}
    </aside>
  )
}

/** Escape, unless it closes a menu, a dialog or suggestions first, or makes Tab lead out of an editor of code. */
function isWayOut(event: KeyboardEvent): boolean {
  const isElsewhere =
    event.target instanceof Element && event.target.closest('dialog, [popover], [data-takes-tab]') !== null
  return event.key === 'Escape' && !event.isDefaultPrevented() && !isElsewhere
}

/** Why it failed when it ran last; undefined where that run came to an end, or is still going. */
const failureOf = ({ id }: GraphNode, { live, known }: Trial) => (live.steps.get(id) ?? known.get(id)?.step)?.error

const focusFirst = (places: readonly string[]) => {
  const place = places.map((id) => document.getElementById(id)).find((element) => element !== null)
  place?.focus()
  place?.scrollIntoView({ block: 'center' })
}

/** The settings, until a run begins: then what comes out of it, until somebody asks for a field. */
function useShownPane({ begun, isFromOutside, live }: Trial, { field, wanted }: Asked) {
  const asksForField = field !== null
  const [shown, setShown] = useState<Pane['id']>(isUnderWay(live.status) && !asksForField ? 'output' : 'settings')
  const [seen, setSeen] = useState({ begun, wanted, isKnown: live.status !== undefined })
  if (seen.wanted !== wanted) {
    setSeen({ ...seen, wanted })
    if (asksForField) setShown('settings')
  } else if (seen.begun !== begun) {
    setSeen({ ...seen, begun, isKnown: true })
    setShown('output')
  } else if (!seen.isKnown && live.status !== undefined) {
    // A run that is taken up again, and goes on.
    setSeen({ ...seen, isKnown: true })
    if (isUnderWay(live.status) && !isFromOutside && !asksForField) setShown('output')
  }
  return [shown, setShown] as const
}

/** How expressions name it, before the name of its type; nothing for what has no output. */
function placeInExpressions({ key }: GraphNode, category: string | undefined): string {
  if (category === 'note') return ''
  return category === 'trigger' ? 'trigger · ' : `steps.${key} · `
}
