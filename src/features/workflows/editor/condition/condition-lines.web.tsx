import { Plus, X } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
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
import { asWritten, changeLine, isUnfinished, type Line, type Lines, linesOf, removeLine, withLine } from './lines.ts'
import { useUnfinishedLines } from './unfinished-lines.web.tsx'

export interface ConditionLinesProps {
  /** Of the field that has the same condition as an expression. */
  readonly id: string
  readonly label: string
  readonly value: Json | undefined
  readonly isPerItem?: boolean | undefined
  readonly onChange: (value: string | undefined) => void
}

const NO_NAMES: Names = {}

/**
 * What is written in the expression comes into the lines. What is half-written in them is kept beside the setting, which
 * goes by what such a line said before: without that line it would say something else.
 */
function useLines({ id, value = '', onChange }: ConditionLinesProps, known: Names) {
  const unfinished = useUnfinishedLines(id)
  const [state, setState] = useState(() => unfinished.get(value) ?? { lines: linesOf(value), value })
  if (state.value !== value) setState({ lines: linesOf(value), value })
  const change = (next: Lines) => {
    const template = templateOf(next, known) ?? ''
    const now = { lines: asWritten(next, known), value: template }
    setState(now)
    unfinished.keep(isUnfinished(now.lines, known) ? now : undefined)
    if (template !== value) onChange(template === '' ? undefined : template)
  }
  return [state.lines, change] as const
}

/** A condition as lines to choose from, beside the expression that it is. */
export function ConditionLines(props: ConditionLinesProps) {
  const { id, label, isPerItem = false } = props
  const help = useExpressionHelp()
  const [names, known] = useMemo(
    () => [help?.names({ isPerItem }) ?? NO_NAMES, help?.known({ isPerItem }) ?? NO_NAMES],
    [help, isPerItem],
  )
  const { groups, isCut } = useMemo(() => choicesOf(names), [names])
  // One and the same for all lines: what has not changed is not compared again with every letter.
  const options = useMemo(() => <Options groups={groups} />, [groups])
  const listed = useMemo(() => new Set(groups.flatMap(({ choices }) => choices.map(({ value }) => value))), [groups])
  const [now, change] = useLines(props, known)
  const tried = useTried(typeof props.value === 'string' ? props.value : '', isPerItem, help)
  const focusNext = useFocusNext()
  if (now === undefined)
    return <p className="text-13 text-text-2">Lines cannot show what is written above. Change it there.</p>
  const { joined, lines } = now
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="sr-only">{label} in lines</legend>
      {lines.length < 2 ? null : (
        <select
          aria-label="How the lines are joined"
          value={joined}
          onChange={(event) => change({ ...now, joined: event.currentTarget.value as Condition['joined'] })}
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
          {...{ line, known, options }}
          isListed={line.value === '' || listed.has(line.value)}
          onChange={(next) => change(changeLine(now, line, next))}
          onRemove={
            lines.length === 1 && line.value === '' && line.said === undefined
              ? undefined
              : () => {
                  change(removeLine(now, line))
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
          const next = withLine(now)
          change(next.lines)
          focusNext(`${id}.line-${next.added.id}`)
        }}
      >
        Add a line<span className="sr-only"> to {label}</span>
      </Button>
      <Outcome tried={lines.some((line) => isHalfWritten(line, known)) ? undefined : tried} />
      {hasUnknown(names) ? (
        <p className="text-13 text-text-3">What other steps give can be chosen once they have run.</p>
      ) : null}
      {isCut ? (
        <p className="text-13 text-text-3">There are more steps than the lists hold. Write the others above.</p>
      ) : null}
    </fieldset>
  )
}

/** What the condition comes to now, for whoever does not look at the expression. Always there, so that it is read out. */
const Outcome = ({ tried }: { readonly tried: Tried | undefined }) => (
  <p role="status" className="text-13 empty:-mt-2">
    {tried?.result === 'true' || tried?.result === 'false' ? (
      <>
        {outcomeOf(tried)} <strong>{tried.result}</strong>.
      </>
    ) : null}
  </p>
)

function outcomeOf({ isOfSample = false, isOfFirst = false }: Tried): string {
  if (isOfFirst) return `For the first item of the ${isOfSample ? 'sample data' : 'data at hand'} this is`
  return `With ${isOfSample ? 'sample data' : 'the data at hand'} this is`
}

/** All that can be chosen, for the list of a line. */
const Options = ({ groups }: { readonly groups: readonly ChoiceGroup[] }) =>
  groups.map(({ title, choices }) => (
    <optgroup key={`${title} ${choices[0]?.value}`} label={title}>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </optgroup>
  ))

interface LineRowProps {
  readonly id: string
  readonly number: number
  readonly line: Line
  readonly known: Names
  readonly options: ReactNode
  /** Whether the value of the line is among them. */
  readonly isListed: boolean
  readonly onChange: (next: Comparison) => void
  readonly onRemove: (() => void) | undefined
}

const LACKS = {
  value: 'Choose a value.',
  other: 'Write what it is compared with.',
  number: 'Write a number, as 100 or 8.5.',
}

function LineRow({ id, number, line, known, options, isListed, onChange, onRemove }: LineRowProps) {
  const lack = isHalfWritten(line, known) ? lackOf(line, known) : undefined
  const meanwhile = line.said === undefined ? 'does not count' : 'counts as it was'
  const described = lack && `${id}-note`
  return (
    <div className="flex flex-col gap-1.5">
      <select
        id={id}
        aria-label={`Value of line ${number}`}
        aria-describedby={lack === 'value' ? described : undefined}
        value={line.value}
        onChange={(event) => onChange(withValue(line, event.currentTarget.value, known))}
        className="field-box field-box-dense truncate"
      >
        <option value="">Choose a value…</option>
        {isListed ? null : <option value={line.value}>{line.value}</option>}
        {options}
      </select>
      <div className="flex items-start gap-1.5">
        <select
          aria-label={`How line ${number} compares`}
          value={line.how}
          onChange={(event) => onChange(withPart(line, { how: event.currentTarget.value as How }))}
          className="field-box field-box-dense min-w-0 flex-1"
        >
          {waysOf(line, known).map((how) => (
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
      <p
        id={`${id}-note`}
        role="status"
        className={classNames('text-13 empty:-mt-1.5', lack === 'number' ? 'font-medium text-bad' : 'text-text-2')}
      >
        {lack === undefined ? null : `${LACKS[lack]} Until then this line ${meanwhile}.`}
      </p>
    </div>
  )
}
