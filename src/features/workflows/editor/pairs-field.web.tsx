import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { FieldMessage, Help } from '#src/ui/fields/field-frame.tsx'
import { fromPairs, type Pair, slipIn, toPairs } from './config-values.ts'
import { ExpressionInput } from './expression/expression-input.web.tsx'
import { type EditorProblem, problemAt } from './problems.ts'
import { useFocusNext } from './use-focus-next.web.tsx'

interface PairsFieldProps {
  readonly id: string
  readonly label: string
  readonly help: string
  /** Where it is in the config: problems name a line as "<path>.<name>". */
  readonly path: string
  readonly value: Json | undefined
  readonly problems: readonly EditorProblem[]
  readonly isPerItem?: boolean | undefined
  readonly onChange: (value: JsonObject | undefined) => void
}

interface Row extends Pair {
  readonly id: number
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

let lastRow = 0
const toRows = (value: Json | undefined): Row[] =>
  isObject(value) ? toPairs(value).map((pair) => ({ ...pair, id: ++lastRow })) : []

/** Lines as they are typed: half-written ones are kept here and not in the graph. */
function useRows(value: Json | undefined, onChange: PairsFieldProps['onChange']) {
  const [state, setState] = useState({ rows: toRows(value), value })
  if (state.value !== value) setState({ rows: toRows(value), value })
  const change = (rows: readonly Row[]) => {
    const pairs = fromPairs(rows)
    const next = Object.keys(pairs).length === 0 ? undefined : pairs
    setState({ rows: [...rows], value: next })
    onChange(next)
  }
  return [state.rows, change] as const
}

/** Names with values; each value may be text, a number, JSON or hold {{ expressions }}. */
export function PairsField({ id, label, help, path, value, problems, isPerItem, onChange }: PairsFieldProps) {
  const [rows, change] = useRows(value, onChange)
  const [remarks, setRemarks] = useState<Readonly<Record<number, string | undefined>>>({})
  const focusNext = useFocusNext()
  const nameId = (row: number) => `${id}.name-${row}`
  const look = ({ id: row, text }: Row) => setRemarks((known) => ({ ...known, [row]: slipIn('json', text) }))
  const edit = (row: Row, part: Partial<Pair>) =>
    change(rows.map((one) => (one.id === row.id ? { ...one, ...part } : one)))
  const whole = problems.find((problem) => problem.path === path)?.message
  return (
    <fieldset aria-describedby={`${id}-help`} className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-14 font-medium">{label}</legend>
      {rows.map((row, index) => {
        const error = problemAt(problems, `${path}.${row.name.trim()}`) ?? remarks[row.id]
        const valueId = `${id}.${row.name.trim() === '' ? `row-${row.id}` : row.name.trim()}`
        return (
          <div key={row.id} className="flex flex-col gap-1">
            <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,5fr)_auto] items-start gap-2">
              <input
                id={nameId(row.id)}
                aria-label={`${label}, name ${index + 1}`}
                value={row.name}
                placeholder="name"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                onChange={(event) => edit(row, { name: event.currentTarget.value })}
                className="field-box font-mono text-13"
              />
              <ExpressionInput
                id={valueId}
                label={`${label}, value of ${row.name || `line ${index + 1}`}`}
                invalid={error !== undefined}
                describedBy={error ? `${valueId}-error` : undefined}
                text={row.text}
                placeholder="value"
                mono
                isPerItem={isPerItem}
                onBlur={() => look(row)}
                onChange={(text) => {
                  setRemarks((known) => ({ ...known, [row.id]: undefined }))
                  edit(row, { text })
                }}
              />
              <IconButton
                icon={X}
                aria-label={`Remove ${row.name || `line ${index + 1}`}`}
                onClick={() => {
                  change(rows.filter((one) => one.id !== row.id))
                  focusNext(id)
                }}
              />
            </div>
            <FieldMessage id={valueId}>{error}</FieldMessage>
          </div>
        )
      })}
      <Button
        id={id}
        size="dense"
        icon={Plus}
        className="w-fit"
        onClick={() => {
          const row = ++lastRow
          change([...rows, { id: row, name: '', text: '' }])
          focusNext(nameId(row))
        }}
      >
        Add a line<span className="sr-only"> to {label}</span>
      </Button>
      <Help id={id}>{help}</Help>
      <FieldMessage id={id}>{whole}</FieldMessage>
    </fieldset>
  )
}
