import { CircleMinus, CirclePlus, Move, PencilLine } from 'lucide-react'
import {
  diffGraphs,
  type FieldChange,
  type StepChange,
  type StepMark,
  settingChanges,
  stepChanges,
} from '#src/lib/graph/diff.ts'
import type { Graph, GraphEdge } from '#src/lib/graph/graph.schema.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import { Badge, type BadgeKind } from '#src/ui/badge.tsx'

const MARKS: Record<StepMark, { word: string; kind: BadgeKind; icon: typeof Move }> = {
  added: { word: 'Added', kind: 'ok', icon: CirclePlus },
  removed: { word: 'Removed', kind: 'bad', icon: CircleMinus },
  changed: { word: 'Changed', kind: 'warn', icon: PencilLine },
  moved: { word: 'Moved', kind: 'neutral', icon: Move },
}

interface GraphDiffProps {
  readonly before: Graph
  readonly after: Graph
  /** Names the list. */
  readonly label: string
}

/** What has become of a workflow, step by step and field by field, in words as well as in colours. */
export function GraphDiff({ before, after, label }: GraphDiffProps) {
  const steps = stepChanges(before, after)
  const { edges } = diffGraphs(before, after)
  const settings = settingChanges(before, after)
  if (steps.length + edges.added.length + edges.removed.length + settings.length === 0)
    return <p className="text-14 text-text-2">Nothing is different.</p>
  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-line rounded-6 border border-line">
      {steps.map((step) => (
        <StepRow key={`${step.mark} ${step.id}`} step={step} />
      ))}
      {settings.length === 0 ? null : (
        <li className="flex flex-col gap-2 px-3 py-2">
          <span className="flex flex-wrap items-center gap-2 text-14 font-medium">
            <Mark mark="changed" />
            Settings of the workflow
          </span>
          <Fields fields={settings} />
        </li>
      )}
      {edges.removed.map((edge) => (
        <EdgeRow key={`removed ${edgeText(edge, before)}`} mark="removed" text={edgeText(edge, before)} />
      ))}
      {edges.added.map((edge) => (
        <EdgeRow key={`added ${edgeText(edge, after)}`} mark="added" text={edgeText(edge, after)} />
      ))}
    </ul>
  )
}

function Mark({ mark }: { mark: StepMark }) {
  const { word, kind, icon } = MARKS[mark]
  return (
    <Badge kind={kind} icon={icon}>
      {word}
    </Badge>
  )
}

const StepRow = ({ step: { name, mark, fields } }: { step: StepChange }) => (
  <li className="flex flex-col gap-2 px-3 py-2">
    <span className="flex flex-wrap items-center gap-2 text-14 font-medium [overflow-wrap:anywhere]">
      <Mark mark={mark} />
      {name}
    </span>
    {fields.length === 0 ? null : <Fields fields={fields} />}
  </li>
)

const EdgeRow = ({ mark, text }: { mark: StepMark; text: string }) => (
  <li className="flex flex-wrap items-center gap-2 px-3 py-2 text-14 [overflow-wrap:anywhere]">
    <Mark mark={mark} />
    Connection {text}
  </li>
)

const edgeText = ({ from, port, to }: GraphEdge, graph: Graph): string => {
  const nameOf = (id: string) => nodeById(graph, id)?.name ?? id
  return `${nameOf(from)}${port === 'out' ? '' : ` (${port})`} → ${nameOf(to)}`
}

const Fields = ({ fields }: { fields: readonly FieldChange[] }) => (
  <dl className="flex flex-col gap-2 text-13">
    {fields.map(({ path, before, after }) => (
      <div key={path} className="flex flex-col gap-1">
        <dt className="font-medium text-text-2">{path.replace(/^config\./, '')}</dt>
        <dd className="grid gap-1 sm:grid-cols-2">
          <Value label="Before" value={before} look="bg-bad-soft text-bad" />
          <Value label="After" value={after} look="bg-ok-soft text-ok" />
        </dd>
      </div>
    ))}
  </dl>
)

const LONGEST = 600

function textOf(value: unknown): string {
  if (value === undefined) return 'not set'
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

const Value = ({ label, value, look }: { label: string; value: unknown; look: string }) => (
  <span className={`min-w-0 rounded-4 px-2 py-1 ${look}`}>
    <span className="block text-12 font-medium">{label}</span>
    <span className="font-mono whitespace-pre-wrap [overflow-wrap:anywhere]">{textOf(value)}</span>
  </span>
)
