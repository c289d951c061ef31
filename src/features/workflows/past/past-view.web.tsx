import { ChevronLeft, Eye } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { toApiError } from '#src/client/api-error.ts'
import type { ExecutionStep } from '#src/features/executions/executions.schema.ts'
import { mendingPlace } from '#src/features/executions/failure-advice.ts'
import { stepChanges } from '#src/lib/graph/diff.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import { overlaid } from '#src/lib/graph/overlay.ts'
import { Badge } from '#src/ui/badge.tsx'
import { IconLink } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { GraphDiff } from '../diff/graph-diff.web.tsx'
import { sizeOnCanvas } from '../editor/canvas/flow-model.ts'
import type { ReadCanvasProps } from '../editor/canvas/read-canvas.web.tsx'
import type { NodeTypes } from '../editor/graph-edit.ts'
import { useView } from '../editor/use-view.web.tsx'
import { ViewSwitch } from '../editor/view-switch.web.tsx'
import { WhenMounted } from '../editor/when-mounted.web.tsx'
import { useOtherGraph } from '../files/comparison.web.tsx'
import { pastStates, wayMarks } from './past-states.ts'
import { StepList } from './step-list.web.tsx'
import { StepReading } from './step-reading.web.tsx'

const ReadCanvas = lazyPart<ReadCanvasProps>(
  async () => (await import('../editor/canvas/read-canvas.web.tsx')).ReadCanvas,
)

interface PastViewProps {
  readonly workflow: { readonly id: string; readonly name: string }
  readonly types: NodeTypes
  readonly graph: Graph
  /** What it is: "Version 3". */
  readonly title: string
  readonly facts: ReactNode
  readonly actions: ReactNode
  /** What stands beside the steps while none is chosen and nothing is compared. */
  readonly about: ReactNode
  readonly comparable: readonly { readonly value: string; readonly label: string }[]
  readonly comparisonText: (other: string) => string
  readonly isLater: (other: string) => boolean
  /** What a run came to at each step. */
  readonly run?: Run
}

interface Run {
  readonly executionId: string
  readonly steps: ReadonlyMap<string, ExecutionStep>
}

const NO_STEPS: ReadonlyMap<string, ExecutionStep> = new Map()

/** Which step is read and what is compared are in the address. */
function useAddress() {
  const [search, setSearch] = useSearchParams()
  const put = (name: 'with' | 'step') => (value: string | null) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === null || value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return { other: search.get('with') ?? '', compare: put('with'), step: search.get('step'), choose: put('step') }
}

/** What a workflow was, to look at: on the canvas or as a list, with what is different now if that is asked for. */
export function PastView(props: PastViewProps) {
  const { workflow, types, graph, title, facts, actions, comparable, isLater, run } = props
  const address = useAddress()
  const other = comparable.some(({ value }) => value === address.other) ? address.other : ''
  const compared = useOtherGraph(workflow.id, other)
  const [view, setView] = useView()
  const [before, after] = isLater(other) ? [graph, compared.graph ?? graph] : [compared.graph ?? graph, graph]
  const shown = useMemo(
    () => (before === after ? after : overlaid(before, after, (node) => sizeOnCanvas(node, types))),
    [before, after, types],
  )
  const steps = run?.steps ?? NO_STEPS
  const states = useMemo(() => pastStates({ before, after, steps }), [before, after, steps])
  const ways = useMemo(() => wayMarks(before, after), [before, after])
  // Its settings are those of then; what came since is read as it is now.
  const chosen = address.step === null ? undefined : (nodeById(graph, address.step) ?? nodeById(shown, address.step))
  useStepFocus(chosen?.id)
  const reading = { graph: shown, types, states, chosen: chosen?.id ?? null, onChoose: address.choose }
  return (
    <div data-whole-screen className="flex flex-1 flex-col lg:whole-screen lg:flex-none">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-canvas px-3 py-2 md:px-4">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <IconLink to={`/workflows/${workflow.id}`} icon={ChevronLeft} aria-label="Back to the editor" />
          <h1 tabIndex={-1} data-page-heading="" className="min-w-0 text-18 [overflow-wrap:anywhere]">
            {workflow.name}
          </h1>
          <Badge kind="accent">{title}</Badge>
          <Badge icon={Eye}>Read only</Badge>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13">{facts}</div>
        <div className="ms-auto flex flex-wrap items-center gap-2">
          <ViewSwitch view={view} onView={setView} />
          {actions}
        </div>
      </header>
      <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
        <section
          aria-label="Steps"
          className={classNames(
            'flex min-w-0 flex-1 flex-col',
            chosen !== undefined && view !== 'canvas' && 'max-lg:hidden',
          )}
        >
          {view === 'outline' ? null : (
            <div
              className={classNames(
                // On a phone a height of its own: the canvas takes all of it, which needs one that is known.
                'relative min-h-[26rem] max-lg:h-[60dvh] max-lg:flex-none lg:flex-1',
                view === undefined && 'max-md:hidden',
              )}
            >
              <WhenMounted>
                <ReadCanvas {...reading} ways={ways} />
              </WhenMounted>
            </div>
          )}
          {view === 'canvas' ? null : (
            <div
              className={classNames(
                'bench-grid min-h-0 flex-1 p-4 lg:overflow-y-auto lg:p-8',
                view === undefined && 'md:hidden',
              )}
            >
              <StepList {...reading} />
            </div>
          )}
        </section>
        {chosen === undefined ? (
          <aside
            aria-label="What is different"
            className="flex min-w-0 flex-col gap-4 bg-surface p-4 max-lg:border-t max-lg:border-line lg:w-[26rem] lg:shrink-0 lg:overflow-y-auto lg:border-s lg:border-line xl:w-[30rem]"
          >
            <SelectField
              label="Compare with"
              value={other}
              onChange={(event) => address.compare(event.currentTarget.value)}
              options={[{ value: '', label: 'Nothing' }, ...comparable]}
            />
            <Comparison {...props} {...{ other, compared, before, after }} onShow={address.choose} />
          </aside>
        ) : (
          <StepReading
            key={chosen.id}
            node={chosen}
            type={types.get(chosen.type)}
            change={stepChanges(before, after).find(({ id }) => id === chosen.id)}
            step={steps.get(chosen.id)}
            executionId={run?.executionId}
            mendAt={mendingPlace(workflow.id, chosen.id, steps.get(chosen.id)?.error?.path)}
            onClose={() => address.choose(null)}
          />
        )}
      </div>
    </div>
  )
}

/** Where what had the focus goes away with a step that is opened or closed, it goes to what came instead. */
function useStepFocus(chosen: string | undefined): void {
  const shown = useRef(chosen)
  useEffect(() => {
    const left = shown.current
    shown.current = chosen
    const focused = document.activeElement
    if (left === chosen || (focused !== document.body && focused?.checkVisibility())) return
    if (chosen !== undefined) return document.getElementById('step-read')?.focus()
    document.querySelector<HTMLElement>(`[data-id="${CSS.escape(left ?? '')}"]`)?.focus()
  }, [chosen])
}

interface ComparisonProps extends PastViewProps {
  readonly other: string
  readonly compared: ReturnType<typeof useOtherGraph>
  readonly before: Graph
  readonly after: Graph
  readonly onShow: (id: string) => void
}

function Comparison({ about, other, compared, before, after, comparisonText, onShow }: ComparisonProps) {
  if (other === '') return about
  if (compared.error !== null)
    return (
      <p role="alert" className="text-14 text-bad">
        {toApiError(compared.error).message}
      </p>
    )
  if (compared.graph === undefined) return <p className="text-14 text-text-2">Comparing…</p>
  return (
    <div className="flex flex-col gap-2">
      <h2 className="text-14">{comparisonText(other)}</h2>
      <GraphDiff before={before} after={after} label={comparisonText(other)} onShow={onShow} />
    </div>
  )
}
