import { useId, useState } from 'react'
import { type Graph, MAX_LINE_KEY, MAX_RUNS_AT_ONCE, MAX_TIME_SAVED_SECONDS } from '#src/lib/graph/graph.schema.ts'
import { toNumber } from '#src/sdk/validate-input.ts'
import { Card } from '#src/ui/card.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { NumberField } from '#src/ui/fields/number-fields.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import { limitChoices, readLimit, readSchema, withLimit, withLineKey, withSetting } from './settings.ts'
import type { Edit } from './step-form.web.tsx'

const SECONDS = 60

interface SettingsProps {
  readonly graph: Graph
  readonly edit: Edit
}

/** What holds for the workflow as a whole. */
export const SettingsCard = ({ graph, edit }: SettingsProps) => (
  <Card heading="Settings">
    <div className="flex flex-col gap-4">
      <SelectField
        label="Time limit of a run"
        help="Without the time that it waits. A run that takes longer fails."
        options={limitChoices(graph.settings.timeoutMs)}
        value={String(graph.settings.timeoutMs ?? '')}
        onChange={(event) => {
          const ms = event.currentTarget.value
          edit((now) => withSetting(now, 'timeoutMs', ms === '' ? undefined : Number(ms)))
        }}
      />
      <RunsAtOnce graph={graph} edit={edit} />
      <TimeSaved graph={graph} edit={edit} />
      <Disclosure summary="What it takes and gives">
        <div className="flex flex-col gap-4 text-text">
          <SchemaField
            graph={graph}
            edit={edit}
            name="inputSchema"
            label="Schema of the input"
            help="A JSON Schema. A run that another workflow calls, or that is started by hand, is refused when its input does not fit."
          />
          <SchemaField
            graph={graph}
            edit={edit}
            name="outputSchema"
            label="Schema of the output"
            help="A JSON Schema. A run whose output does not fit fails."
          />
        </div>
      </Disclosure>
    </div>
  </Card>
)

/** How many runs may be at work, of all or of each key; the others wait for their turn. */
function RunsAtOnce({ graph, edit }: SettingsProps) {
  const id = useId()
  const { concurrency } = graph.settings
  const [typed, setTyped] = useState({ text: String(concurrency?.limit ?? ''), limit: concurrency?.limit })
  if (typed.limit !== concurrency?.limit)
    setTyped({ text: String(concurrency?.limit ?? ''), limit: concurrency?.limit })
  const read = readLimit(typed.text)
  const type = (text: string) => {
    const next = readLimit(text)
    setTyped({ text, limit: 'problem' in next ? concurrency?.limit : next.limit })
    if (!('problem' in next)) edit((now) => withLimit(now, next.limit))
  }
  return (
    <>
      <NumberField
        id={id}
        name="runs-at-once"
        label="Runs at the same time"
        help="Runs beyond this wait for their turn, in the order in which they came. A run that waits, for a decision for example, keeps its place. Leave it empty for any number."
        min={1}
        max={MAX_RUNS_AT_ONCE}
        value={typed.text}
        error={'problem' in read ? read.problem : undefined}
        onChange={type}
      />
      {concurrency === undefined ? null : (
        <TextField
          label="Counted for each"
          help="An expression such as {{ trigger.body.customer }}: runs for which it gives the same count together, and different ones do not wait for each other. Empty: all runs count together."
          spellCheck={false}
          autoComplete="off"
          maxLength={MAX_LINE_KEY}
          value={concurrency.key ?? ''}
          onChange={(event) => {
            const key = event.currentTarget.value
            edit((now) => withLineKey(now, key))
          }}
        />
      )}
    </>
  )
}

/** Typed in minutes, kept in seconds. */
function TimeSaved({ graph, edit }: SettingsProps) {
  const id = useId()
  const seconds = graph.settings.timeSavedSeconds
  const [typed, setTyped] = useState({ text: minutesOf(seconds), seconds })
  if (typed.seconds !== seconds) setTyped({ text: minutesOf(seconds), seconds })
  const [error, setError] = useState<string>()
  const type = (text: string) => {
    const minutes = toNumber(text)
    const next = minutes === undefined ? undefined : Math.round(minutes * SECONDS)
    const isOdd = text.trim() !== '' && (next === undefined || next < 0 || next > MAX_TIME_SAVED_SECONDS)
    setError(isOdd ? 'Enter minutes, such as 5 or 0.5' : undefined)
    setTyped({ text, seconds: isOdd ? seconds : next })
    if (!isOdd) edit((now) => withSetting(now, 'timeSavedSeconds', next))
  }
  return (
    <NumberField
      id={id}
      name="time-saved"
      label="Time that a run saves you"
      help="The figures of the workflow add it up over the runs that succeed."
      unit="min"
      min={0}
      value={typed.text}
      error={error}
      onChange={type}
    />
  )
}

const minutesOf = (seconds: number | undefined) => (seconds === undefined ? '' : String(seconds / SECONDS))

interface SchemaFieldProps extends SettingsProps {
  readonly name: 'inputSchema' | 'outputSchema'
  readonly label: string
  readonly help: string
}

const written = (schema: Graph['settings']['inputSchema']) =>
  schema === undefined ? '' : JSON.stringify(schema, null, 2)

/** What is no schema stays in the field with the reason, and out of the draft. */
function SchemaField({ graph, edit, name, label, help }: SchemaFieldProps) {
  const schema = graph.settings[name]
  const [typed, setTyped] = useState({ text: written(schema), schema })
  if (typed.schema !== schema) setTyped({ text: written(schema), schema })
  const read = readSchema(typed.text)
  const type = (text: string) => {
    const next = readSchema(text)
    setTyped({ text, schema: 'problem' in next ? schema : next.schema })
    if (!('problem' in next)) edit((now) => withSetting(now, name, next.schema))
  }
  return (
    <TextAreaField
      label={label}
      help={help}
      mono
      spellCheck={false}
      autoComplete="off"
      value={typed.text}
      error={'problem' in read ? read.problem : undefined}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
