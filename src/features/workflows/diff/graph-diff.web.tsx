import { diffGraphs, type FieldChange, type StepChange, settingChanges, stepChanges } from '#src/lib/graph/diff.ts'
import type { Graph, GraphEdge } from '#src/lib/graph/graph.schema.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import { MarkBadge } from './step-marks.web.tsx'

interface GraphDiffProps {
  readonly before: Graph
  readonly after: Graph
  /** Names the list. */
  readonly label: string
  /** Shows a step where it is drawn. */
  readonly onShow?: ((id: string) => void) | undefined
}

/** What has become of a workflow, step by step and field by field, in words as well as in colours. */
export function GraphDiff({ before, after, label, onShow }: GraphDiffProps) {
  const steps = stepChanges(before, after)
  const { edges } = diffGraphs(before, after)
  const settings = settingChanges(before, after)
  if (steps.length + edges.added.length + edges.removed.length + settings.length === 0)
    return <p className="text-14 text-text-2">Nothing is different.</p>
  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-line rounded-6 border border-line">
      {steps.map((step) => (
        <StepRow key={`${step.mark} ${step.id}`} step={step} onShow={onShow} />
      ))}
      {settings.length === 0 ? null : (
        <li className="flex flex-col gap-2 px-3 py-2">
          <span className="flex flex-wrap items-center gap-2 text-14 font-medium">
            <MarkBadge mark="changed" />
            Settings of the workflow
          </span>
          <FieldChanges fields={settings} />
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

const StepRow = ({
  step: { id, name, mark, fields },
  onShow,
}: { step: StepChange } & Pick<GraphDiffProps, 'onShow'>) => (
  <li className="flex flex-col gap-2 px-3 py-2">
    <span className="flex flex-wrap items-center gap-2 text-14 font-medium [overflow-wrap:anywhere]">
      <MarkBadge mark={mark} />
      {onShow === undefined ? (
        name
      ) : (
        <button
          type="button"
          onClick={() => onShow(id)}
          className="min-h-6 min-w-0 rounded-4 text-start underline underline-offset-[3px] hover:text-accent-text pointer-coarse:min-h-11"
        >
          {name}
        </button>
      )}
    </span>
    {fields.length === 0 ? null : <FieldChanges fields={fields} />}
  </li>
)

const EdgeRow = ({ mark, text }: { mark: 'added' | 'removed'; text: string }) => (
  <li className="flex flex-wrap items-center gap-2 px-3 py-2 text-14 [overflow-wrap:anywhere]">
    <MarkBadge mark={mark} />
    Connection {text}
  </li>
)

const edgeText = ({ from, port, to }: GraphEdge, graph: Graph): string => {
  const nameOf = (id: string) => nodeById(graph, id)?.name ?? id
  return `${nameOf(from)}${port === 'out' ? '' : ` (${port})`} → ${nameOf(to)}`
}

/** Settings before and after, one below the other. */
export const FieldChanges = ({ fields }: { fields: readonly FieldChange[] }) => (
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
