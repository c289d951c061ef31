import { ArrowUp, Plus, X } from 'lucide-react'
import type { Json } from '#src/sdk/json.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { FieldMessage, Help } from '#src/ui/fields/field-frame.tsx'
import {
  addCase,
  asCases,
  type Case,
  changeCase,
  moveCaseUp,
  removeCase,
  type Test,
  testOf,
  withTest,
} from './cases.ts'
import { ConditionHelper } from './condition/condition-helper.web.tsx'
import { slipIn } from './config-values.ts'
import { ExpressionInput } from './expression/expression-input.web.tsx'
import { type EditorProblem, problemAt } from './problems.ts'
import { useRemark, useTyped } from './text-control.web.tsx'
import { useFocusNext } from './use-focus-next.web.tsx'

interface CasesFieldProps {
  readonly id: string
  readonly label: string
  readonly help: string
  /** Where it is in the config: problems name a case as "<path>.<index>". */
  readonly path: string
  readonly value: Json | undefined
  readonly problems: readonly EditorProblem[]
  readonly onChange: (value: Json | undefined) => void
}

/** The cases of a decision, in their order: a name for the way out, and what has to be so for it to be taken. */
export function CasesField({ id, label, help, path, value, problems, onChange }: CasesFieldProps) {
  const cases = asCases(value)
  const focusNext = useFocusNext()
  const change = (next: readonly Case[]) => onChange(next.length === 0 ? undefined : [...next])
  return (
    <fieldset aria-describedby={`${id}-help`} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 text-14 font-medium">{label}</legend>
      {cases.map((one, index) => (
        <CaseRow
          key={one.id}
          id={`${id}.${index}`}
          linesId={`${id}.${one.id}`}
          number={index + 1}
          value={one}
          error={problemAt(problems, `${path}.${index}`)}
          onChange={(next) => change(changeCase(cases, one.id, next))}
          onRemove={() => {
            change(removeCase(cases, one.id))
            focusNext(id)
          }}
          onMoveUp={
            index === 0
              ? undefined
              : () => {
                  change(moveCaseUp(cases, one.id))
                  // At the top its button is gone.
                  focusNext(`${id}.${index - 1}.${index === 1 ? 'name' : 'up'}`)
                }
          }
        />
      ))}
      <Button
        id={id}
        size="dense"
        icon={Plus}
        className="w-fit"
        onClick={() => {
          change(addCase(cases))
          focusNext(`${id}.${cases.length}.name`)
        }}
      >
        Add a case
      </Button>
      <Help id={id}>{help}</Help>
      <FieldMessage id={id}>{problems.find((problem) => problem.path === path)?.message}</FieldMessage>
    </fieldset>
  )
}

interface CaseRowProps {
  readonly id: string
  /** Stays with the case when it moves. */
  readonly linesId: string
  readonly number: number
  readonly value: Case
  readonly error: string | undefined
  readonly onChange: (value: Case) => void
  readonly onRemove: () => void
  readonly onMoveUp: (() => void) | undefined
}

function CaseRow({ id, linesId, number, value, error, onChange, onRemove, onMoveUp }: CaseRowProps) {
  const { kind, test } = testOf(value)
  const control = kind === 'equals' ? 'json' : 'expression'
  const [text, type] = useTyped(control, test, (next) => onChange(withTest(value, kind, next ?? '')))
  const [remark, look, forget] = useRemark(() => slipIn(control, text))
  const message = error ?? remark
  const name = value.name === '' ? `case ${number}` : value.name
  return (
    <div className="flex flex-col gap-2 rounded-6 border border-line p-3">
      <div className="flex items-start gap-2">
        <input
          id={`${id}.name`}
          aria-label={`Name of case ${number}`}
          value={value.name}
          placeholder={`Case ${number}`}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
          className="field-box min-w-0 flex-1"
        />
        {onMoveUp ? (
          <IconButton id={`${id}.up`} icon={ArrowUp} aria-label={`Move ${name} up`} onClick={onMoveUp} />
        ) : null}
        <IconButton icon={X} aria-label={`Remove ${name}`} onClick={onRemove} />
      </div>
      <div className="grid gap-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <select
          aria-label={`How ${name} is decided`}
          value={kind}
          onChange={(event) => onChange(withTest(value, event.currentTarget.value as Test, test))}
          className="field-box"
        >
          <option value="equals">the value is</option>
          <option value="when">when it is true that</option>
        </select>
        <ExpressionInput
          id={id}
          label={kind === 'equals' ? `Value of ${name}` : `Condition of ${name}`}
          invalid={message !== undefined}
          describedBy={message ? `${id}-error` : undefined}
          text={text}
          placeholder={kind === 'equals' ? 'gold' : '{{ trigger.body.total > 100.0 }}'}
          mono
          onBlur={look}
          onChange={(next) => {
            forget()
            type(next)
          }}
        />
      </div>
      <FieldMessage id={id}>{message}</FieldMessage>
      {kind === 'when' ? (
        <ConditionHelper
          id={linesId}
          label={name}
          value={test}
          onChange={(next) => onChange(withTest(value, kind, next ?? ''))}
        />
      ) : null}
    </div>
  )
}
