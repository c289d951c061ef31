import { Suspense, useState } from 'react'
import type { ExecutionStep } from '#src/features/executions/executions.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import { Button } from '#src/ui/button.tsx'
import { CheckboxGroupField, SelectField } from '#src/ui/fields/choice-fields.tsx'
import { SwitchField } from '#src/ui/fields/flag-fields.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { CasesField } from './cases-field.web.tsx'
import { ConditionHelper } from './condition/condition-helper.web.tsx'
import { type ConfigField, misfitOf } from './config-fields.ts'
import { isTemplate, isTyped, toText } from './config-values.ts'
import { PairsField } from './pairs-field.web.tsx'
import { failedLine } from './panel/advice.ts'
import { type EditorProblem, problemAt } from './problems.ts'
import type { QuestionsFieldProps } from './questions-field.web.tsx'
import { SecretField } from './secret-field.web.tsx'
import { TextControlField } from './text-control.web.tsx'
import { ToolField } from './tool-field.web.tsx'
import { WorkflowField } from './workflow-field.web.tsx'

// Only forms ask questions.
const QuestionsField = lazyPart<QuestionsFieldProps>(
  async () => (await import('./questions-field.web.tsx')).QuestionsField,
)

export interface ConfigControlProps {
  /** Unique in the page; problems lead to it. */
  readonly id: string
  readonly field: ConfigField
  /** As written; undefined where the default holds. */
  readonly value: Json | undefined
  readonly problems: readonly EditorProblem[]
  /** Triggers are read before there is a run: their settings are no expressions. */
  readonly takesExpressions: boolean
  /** Why the step failed when it ran last. */
  readonly failure?: NonNullable<ExecutionStep['error']> | undefined
  readonly onChange: (value: Json | undefined) => void
  /** Told the title of a tool that was chosen. */
  readonly onFound?: ((title: string) => void) | undefined
}

function codeFailure(failure: NonNullable<ExecutionStep['error']>) {
  const line = failedLine(failure)
  return line === undefined ? undefined : { line, message: failure.message }
}

/** Offer a fixed choice only. What is typed, and each line of a list, can hold an expression as it is. */
const ONE_VALUE: ReadonlySet<ConfigField['control']> = new Set(['switch', 'select', 'multiselect'])

/** The control that a setting's schema asks for. Any of them can hold an expression instead. */
export function ConfigControl(props: ConfigControlProps) {
  const { id, field, value, problems, takesExpressions, failure, onChange } = props
  const [asks, setAsks] = useState(false)
  const { control, title, description, required, perItem = false, fixed = false, literal } = field
  const error = problemAt(problems, field.name)
  const base = { id, label: title, help: description, error }
  if (isTyped(control)) {
    const typed = (
      <TextControlField
        {...base}
        control={control}
        required={required}
        placeholder={field.placeholder ?? (field.default == null ? undefined : toText(control, field.default))}
        value={value}
        misfit={(next) => misfitOf(field, next)}
        isPlain={literal}
        isPerItem={perItem}
        failure={failure && codeFailure(failure)}
        onChange={onChange}
      />
    )
    if (!field.decides) return typed
    return (
      <div className="flex min-w-0 flex-col gap-2">
        {typed}
        <ConditionHelper id={id} label={title} value={value} isPerItem={perItem} onChange={onChange} />
      </div>
    )
  }
  const isExpression = control !== 'secret' && (isTemplate(value) || asks)
  return (
    <div className="flex flex-col gap-1.5">
      {isExpression ? (
        <TextControlField
          {...base}
          control="expression"
          placeholder="{{ … }}"
          value={isTemplate(value) ? value : undefined}
          isPerItem={perItem}
          onChange={onChange}
        />
      ) : (
        <Fixed {...props} error={error} />
      )}
      {isExpression || (takesExpressions && !fixed && ONE_VALUE.has(control)) ? (
        <Button
          size="dense"
          variant="ghost"
          className="-ms-3 w-fit"
          onClick={() => {
            onChange(undefined)
            setAsks(!isExpression)
          }}
        >
          {isExpression ? 'Use a fixed value' : 'Use an expression'}
          <span className="sr-only"> for {title}</span>
        </Button>
      ) : null}
    </div>
  )
}

function Fixed(props: ConfigControlProps & { error?: string | undefined }) {
  const { id, field, value, problems, error, onChange, onFound } = props
  const { name, title: label, description: help, control, options = [] } = field
  const now = value ?? field.default
  const base = { id, name: id, label, help, error }
  switch (control) {
    case 'switch':
      return (
        <SwitchField {...base} checked={now === true} onChange={(event) => onChange(event.currentTarget.checked)} />
      )
    case 'select':
      return (
        <SelectField
          {...base}
          options={options}
          placeholder={now === undefined ? 'Choose…' : undefined}
          value={now === undefined ? '' : String(now)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'multiselect':
      return (
        <CheckboxGroupField
          {...base}
          options={options}
          value={Array.isArray(now) ? now.map(String) : []}
          onChange={onChange}
        />
      )
    case 'tool':
      return <ToolField {...base} placeholder={field.placeholder} value={value} onChange={onChange} onFound={onFound} />
    case 'cases':
      return <CasesField {...{ id, label, help, path: name, value, problems }} onChange={onChange} />
    case 'questions':
      return (
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          <QuestionsField
            {...{ id, label, help, path: name, problems }}
            value={value ?? field.default}
            onChange={onChange}
          />
        </Suspense>
      )
    case 'secret':
      return <SecretField {...base} value={value} onChange={onChange} />
    case 'workflow':
      return <WorkflowField {...base} value={value} onChange={onChange} />
    case 'keyvalue':
      return (
        <PairsField
          id={id}
          label={label}
          help={help}
          path={name}
          value={value}
          problems={problems}
          isPerItem={field.perItem}
          onChange={onChange}
        />
      )
    default:
      return null
  }
}
