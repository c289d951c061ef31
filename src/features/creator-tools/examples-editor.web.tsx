import { CircleCheck, Play, Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { toApiError } from '#src/client/api-error.ts'
import { isSameJson } from '#src/lib/same-json.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import { Button } from '#src/ui/button.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import type { ContentProblem } from './content-problems.ts'
import type { Trial } from './creator-tools.schema.ts'
import { problemAt } from './fields-editor.web.tsx'
import { ItemRow } from './item-row.web.tsx'
import type { ExampleDraft, ToolContent } from './tool-content.schema.ts'
import { useItems } from './use-items.web.tsx'

interface ExamplesEditorProps {
  readonly content: ToolContent
  readonly problems: readonly ContentProblem[]
  readonly onChange: (examples: readonly ExampleDraft[]) => void
  readonly onTry: (input: JsonObject) => Promise<Trial>
  /** What the form beside holds, and what came of it. */
  readonly current: { readonly input: JsonObject; readonly outputs: JsonObject | undefined }
}

export function ExamplesEditor({ content, problems, onChange, onTry, current }: ExamplesEditorProps) {
  const { examples } = content
  const items = useItems(examples, onChange)
  const add = () =>
    items.add({
      title: `Example ${examples.length + 1}`,
      input: current.input,
      output: current.outputs ?? {},
      source: '',
    })
  return (
    <div className="flex flex-col gap-3">
      <p className="text-13 text-text-2">
        People see examples as cards that fill in the form. Each is also a test: a version is published only if all of
        them give what they say.
      </p>
      <ul className="flex flex-col gap-2" {...items.order.list}>
        {items.entries.map(({ item, at, key, ...entry }) => (
          <ItemRow
            key={key}
            name={item.title || `example ${at + 1}`}
            title={item.title || 'Without a title'}
            detail={Object.keys(item.output).join(', ')}
            at={at}
            count={examples.length}
            {...entry}
            problem={problemAt(problems, `examples.${at}`)}
            saysProblem={false}
            order={items.order}
            onMove={(by) => items.move(at, at + by)}
            onRemove={() => items.remove(at)}
          >
            <ExampleForm example={item} onChange={(example) => items.update(at, example)} onTry={onTry} />
          </ItemRow>
        ))}
      </ul>
      <Button icon={Plus} className="self-start" onClick={add}>
        {current.outputs === undefined ? 'Add example' : 'Add example from the preview'}
      </Button>
    </div>
  )
}

interface ExampleFormProps {
  readonly example: ExampleDraft
  readonly onChange: (example: ExampleDraft) => void
  readonly onTry: (input: JsonObject) => Promise<Trial>
}

function ExampleForm({ example, onChange, onTry }: ExampleFormProps) {
  const [trial, setTrial] = useState<{ readonly of: ExampleDraft; readonly trial: Trial }>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const run = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      setTrial({ of: example, trial: await onTry(example.input) })
    } catch (error) {
      setFailure(toApiError(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Title"
          required
          value={example.title}
          onChange={({ currentTarget }) => onChange({ ...example, title: currentTarget.value })}
        />
        <TextField
          label="Source"
          help="Where the expected values come from"
          value={example.source}
          onChange={({ currentTarget }) => onChange({ ...example, source: currentTarget.value })}
        />
        <JsonField label="Input" value={example.input} onChange={(input) => onChange({ ...example, input })} />
        <JsonField
          label="Expected output"
          help="Outputs that are not named may be anything"
          value={example.output}
          onChange={(output) => onChange({ ...example, output })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="dense" icon={Play} busy={busy} onClick={() => void run()}>
          Run this example
        </Button>
        {trial?.trial.ok ? (
          <Button
            size="dense"
            variant="ghost"
            onClick={() => trial.trial.ok && onChange({ ...example, output: trial.trial.outputs as JsonObject })}
          >
            Expect what came out
          </Button>
        ) : null}
      </div>
      <div role="status">
        {failure === undefined ? null : <p className="text-13 font-medium text-bad">{failure}</p>}
        {trial?.of === example ? <Verdict example={example} trial={trial.trial} /> : null}
      </div>
    </>
  )
}

const text = (value: unknown) => JSON.stringify(value) ?? 'nothing'

function Verdict({ example, trial }: { readonly example: ExampleDraft; readonly trial: Trial }) {
  if (!trial.ok) return <p className="text-13 font-medium text-bad">{trial.error.message}</p>
  const different = Object.entries(example.output).filter(([name, value]) => !isSameJson(trial.outputs[name], value))
  if (different.length === 0)
    return (
      <p className="flex items-center gap-1.5 text-13 font-medium text-ok">
        <CircleCheck size={16} /> Passes
      </p>
    )
  return (
    <div className="flex flex-col gap-2 rounded-6 border border-bad bg-bad-soft p-3 text-13">
      <p className="flex items-center gap-1.5 font-medium text-bad">
        <TriangleAlert size={16} /> Not what it says
      </p>
      <dl className="flex flex-col gap-2">
        {different.map(([name, expected]) => (
          <div key={name} className="grid gap-1">
            <dt className="font-medium">{name}</dt>
            <dd className="font-mono [overflow-wrap:anywhere]">
              <del className="text-bad">{text(expected)}</del>
              <span className="sr-only"> expected; came out: </span>{' '}
              <ins className="text-ok">{text(trial.outputs[name])}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

interface JsonFieldProps {
  readonly label: string
  readonly help?: string
  readonly value: Readonly<Record<string, Json>>
  readonly onChange: (value: JsonObject) => void
}

function JsonField({ label, help, value, onChange }: JsonFieldProps) {
  const [typed, setTyped] = useState<string>()
  const [error, setError] = useState<string>()
  const change = (now: string) => {
    setTyped(now)
    try {
      const read: unknown = JSON.parse(now)
      if (typeof read !== 'object' || read === null || Array.isArray(read)) throw new SyntaxError('An object, please')
      setError(undefined)
      onChange(read as JsonObject)
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause))
    }
  }
  return (
    <TextAreaField
      label={label}
      help={help}
      error={error}
      mono
      rows={5}
      spellCheck={false}
      value={typed ?? JSON.stringify(value, null, 2)}
      onBlur={() => error === undefined && setTyped(undefined)}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}
