import { Plus, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Json } from '#src/sdk/json.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import type { Names } from '../expression/complete.ts'
import { useExpressionHelp } from '../expression/expression-context.web.tsx'
import type { Tried } from '../expression/try-expression.ts'
import { useTried } from '../expression/use-tried.web.tsx'
import { useFocusNext } from '../use-focus-next.web.tsx'
import { type ChoiceGroup, choicesOf, hasUnknown } from './choices.ts'
import {
  type Comparison,
  type Condition,
  HOW,
  type How,
  isHalfWritten,
  lackOf,
  takesOther,
  templateOf,
  waysOf,
  withPart,
  withValue,
} from './comparisons.ts'
import { conditionOf } from './read-condition.ts'

export interface ConditionLinesProps {
  /** Of the field that has the same condition as an expression. */
  readonly id: string
  readonly label: string
  readonly value: Json | undefined
  readonly isPerItem?: boolean | undefined
  readonly onChange: (value: string | undefined) => void
}

type Line = Comparison & { readonly id: number }
type Lines = Omit<Condition, 'lines'> & { readonly lines: readonly Line[] }

const EMPTY: Comparison = { value: '', how: 'equals', other: '' }
const NO_NAMES: Names = {}

let lastLine = 0
const asLine = (line: Comparison): Line => ({ ...line, id: ++lastLine })

/** Undefined where the expression says more than lines can. */
function linesOf(value: Json): Lines | undefined {
  if (value === '') return { joined: 'all', lines: [asLine(EMPTY)] }
  const condition = typeof value === 'string' ? conditionOf(value) : undefined
  return condition && { ...condition, lines: condition.lines.map(asLine) }
}

/**
 * What is written in the expression comes into the lines. While a line is half-written it is kept here, and the setting
 * stays as it was: without that line it would say something else.
 */
function useLines({ value = '', onChange }: Pick<ConditionLinesProps, 'value' | 'onChange'>, names: Names) {
  const [state, setState] = useState(() => ({ lines: linesOf(value), value }))
  if (state.value !== value) setState({ lines: linesOf(value), value })
  const change = (lines: Lines) => {
    const isHeld = lines.lines.some((line) => isHalfWritten(line, names))
    const next = isHeld ? value : (templateOf(lines, names) ?? '')
    setState({ lines, value: next })
    if (next !== value) onChange(next === '' ? undefined : String(next))
  }
  return [state.lines, change] as const
}

/** A condition as lines to choose from, beside the expression that it is. */
export function ConditionLines(props: ConditionLinesProps) {
  const { id, label, isPerItem = false } = props
  const help = useExpressionHelp()
  const names = useMemo(() => help?.names({ isPerItem }) ?? NO_NAMES, [help, isPerItem])
  const groups = useMemo(() => choicesOf(names), [names])
  const [now, change] = useLines(props, names)
  const tried = useTried(typeof props.value === 'string' ? props.value : '', isPerItem, help)
  const focusNext = useFocusNext()
  if (now === undefined)
    return <p className="text-13 text-text-2">Lines cannot show what is written above. Change it there.</p>
  const { joined, lines } = now
  const edit = (line: Line, next: Comparison) =>
    change({ joined, lines: lines.map((one) => (one === line ? { ...next, id: line.id } : one)) })
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="sr-only">{label} in lines</legend>
      {lines.length < 2 ? null : (
        <select
          aria-label="How the lines are joined"
          value={joined}
          onChange={(event) => change({ joined: event.currentTarget.value as Condition['joined'], lines })}
          className="field-box field-box-dense w-fit"
        >
          <option value="all">All of these are so</option>
          <option value="any">One of these is so</option>
        </select>
      )}
      {lines.map((line, index) => (
        <LineRow
          key={line.id}
          id={`${id}.line-${line.id}`}
          number={index + 1}
          {...{ line, names, groups }}
          onChange={(next) => edit(line, next)}
          onRemove={
            lines.length === 1 && line.value === ''
              ? undefined
              : () => {
                  const left = lines.filter((one) => one !== line)
                  change({ joined, lines: left.length === 0 ? [asLine(EMPTY)] : left })
                  focusNext(`${id}.add`)
                }
          }
        />
      ))}
      <Button
        id={`${id}.add`}
        size="dense"
        variant="ghost"
        icon={Plus}
        className="w-fit"
        onClick={() => {
          const line = asLine(EMPTY)
          change({ joined, lines: [...lines, line] })
          focusNext(`${id}.line-${line.id}`)
        }}
      >
        Add a line<span className="sr-only"> to {label}</span>
      </Button>
      <Outcome tried={tried} />
      {hasUnknown(names) ? (
        <p className="text-13 text-text-3">What other steps give can be chosen once they have run.</p>
      ) : null}
    </fieldset>
  )
}

/** What the condition comes to now, for whoever does not look at the expression. */
const Outcome = ({ tried }: { readonly tried: Tried | undefined }) => (
  <p role="status" className="text-13 empty:hidden">
    {tried?.result === 'true' || tried?.result === 'false' ? (
      <>
        {tried.isOfSample ? 'With sample data' : 'With the data at hand'} this is <strong>{tried.result}</strong>.
      </>
    ) : null}
  </p>
)

interface LineRowProps {
  readonly id: string
  readonly number: number
  readonly line: Line
  readonly names: Names
  readonly groups: readonly ChoiceGroup[]
  readonly onChange: (next: Comparison) => void
  readonly onRemove: (() => void) | undefined
}

const LACKS = {
  value: 'Choose a value.',
  other: 'Write what it is compared with.',
  number: 'Write a number, as 100 or 8.5.',
}

function LineRow({ id, number, line, names, groups, onChange, onRemove }: LineRowProps) {
  const lack = isHalfWritten(line, names) ? lackOf(line, names) : undefined
  const note = lack && `${LACKS[lack]} Until then the condition stays as it was.`
  const described = note === undefined ? undefined : `${id}-note`
  const isListed = groups.some(({ choices }) => choices.some(({ value }) => value === line.value))
  return (
    <div className="flex flex-col gap-1.5">
      <select
        id={id}
        aria-label={`Value of line ${number}`}
        aria-describedby={lack === 'value' ? described : undefined}
        value={line.value}
        onChange={(event) => onChange(withValue(line, event.currentTarget.value, names))}
        className="field-box field-box-dense truncate"
      >
        <option value="">Choose a value…</option>
        {isListed || line.value === '' ? null : <option value={line.value}>{line.value}</option>}
        {groups.map(({ title, choices }) => (
          <optgroup key={`${title} ${choices[0]?.value}`} label={title}>
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <div className="flex items-start gap-1.5">
        <select
          aria-label={`How line ${number} compares`}
          value={line.how}
          onChange={(event) => onChange(withPart(line, { how: event.currentTarget.value as How }))}
          className="field-box field-box-dense min-w-0 flex-1"
        >
          {waysOf(line, names).map((how) => (
            <option key={how} value={how}>
              {HOW[how]}
            </option>
          ))}
        </select>
        {takesOther(line.how) ? (
          <input
            aria-label={`What line ${number} is compared with`}
            aria-invalid={lack === 'number' ? true : undefined}
            aria-describedby={lack === 'value' ? undefined : described}
            value={line.other}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onChange(withPart(line, { other: event.currentTarget.value }))}
            className="field-box field-box-dense min-w-0 flex-1"
          />
        ) : null}
        {onRemove === undefined ? null : (
          <IconButton icon={X} aria-label={`Remove line ${number}`} onClick={onRemove} />
        )}
      </div>
      {note === undefined ? null : (
        <p id={described} className={classNames('text-13', lack === 'number' ? 'font-medium text-bad' : 'text-text-2')}>
          {note}
        </p>
      )}
    </div>
  )
}
