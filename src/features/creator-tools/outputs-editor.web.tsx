import { Plus } from 'lucide-react'
import { type OutputSpec, type OutputType, RENDERERS, type Renderer } from '#src/sdk/outputs.ts'
import { Button } from '#src/ui/button.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { CheckboxField } from '#src/ui/fields/flag-fields.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import type { ContentProblem } from './content-problems.ts'
import { freeName, optionsFrom, optionsText } from './field-properties.ts'
import { problemAt } from './fields-editor.web.tsx'
import { ItemRow } from './item-row.web.tsx'
import { RENDERER_TYPES } from './output-misfits.ts'
import { OUTPUT_TYPES, type OutputDraft, type ToolContent } from './tool-content.schema.ts'
import { useItems } from './use-items.web.tsx'
import { useTyped } from './use-typed.web.tsx'

const TYPE_WORDS: Readonly<Record<OutputType, string>> = {
  string: 'Text',
  number: 'Number',
  boolean: 'True or false',
  array: 'List',
  object: 'Object',
  any: 'Anything',
}
const RENDERER_WORDS: Readonly<Record<Renderer, string>> = {
  text: 'Text',
  badge: 'Large figure',
  list: 'List',
  table: 'Table',
  json: 'JSON',
  wheel: 'Wheel',
  image: 'Picture',
  chart: 'Chart',
}
const FORMATS = [
  ['', 'As it is'],
  ['money', 'Money: two decimals'],
  ['percent', 'Percent'],
  ['rounded', 'Rounded: two decimals, or four digits'],
  ['rounded-percent', 'Percent, rounded'],
  ['code', 'Code'],
  ['marked', 'Text with marks'],
  ['html', 'HTML, drawn as a page'],
].map(([value = '', label = '']) => ({ value, label }))

interface OutputsEditorProps {
  readonly outputs: readonly OutputDraft[]
  readonly kind: ToolContent['kind']
  readonly problems: readonly ContentProblem[]
  readonly onChange: (outputs: readonly OutputDraft[]) => void
}

const newOutput = (outputs: readonly OutputDraft[]): OutputDraft => ({
  name: freeName('result', outputs),
  type: 'number',
  renderer: 'badge',
  label: 'Result',
  ...(outputs.length === 0 && { primary: true }),
  expression: '',
})

export function OutputsEditor({ outputs, kind, problems, onChange }: OutputsEditorProps) {
  const items = useItems(outputs, onChange)
  const whole = problems.find(({ field }) => field === 'outputs')?.message
  return (
    <div className="flex flex-col gap-3">
      {kind === 'config' ? (
        <p className="text-13 text-text-2">
          Each output is an expression over the inputs: <code className="font-mono">input.bill * 0.2</code>,{' '}
          <code className="font-mono">input.people &gt; 1 ? "each" : "all"</code>. 7 / 2 is 3: write 7.0 / 2.0 for 3.5.
        </p>
      ) : null}
      {whole === undefined ? null : <p className="text-13 font-medium text-bad [overflow-wrap:anywhere]">{whole}</p>}
      <ul className="flex flex-col gap-2" {...items.order.list}>
        {items.entries.map(({ item, at, key, ...entry }) => (
          <ItemRow
            key={key}
            name={item.label || item.name || `output ${at + 1}`}
            title={item.label || 'Without a label'}
            detail={`${item.name} · ${TYPE_WORDS[item.type].toLowerCase()}`}
            at={at}
            count={outputs.length}
            {...entry}
            problem={problemAt(problems, `outputs.${at}`)}
            saysProblem
            order={items.order}
            onMove={(by) => items.move(at, at + by)}
            onRemove={() => items.remove(at)}
          >
            <OutputForm
              output={item}
              kind={kind}
              errorOf={(part) => problemAt(problems, `outputs.${at}.${part}`)}
              onChange={(output) => items.update(at, output)}
            />
          </ItemRow>
        ))}
      </ul>
      <Button icon={Plus} className="self-start" onClick={() => items.add(newOutput(outputs))}>
        Add output
      </Button>
    </div>
  )
}

interface OutputFormProps {
  readonly output: OutputDraft
  readonly kind: ToolContent['kind']
  readonly errorOf: (part: keyof OutputDraft) => string | undefined
  readonly onChange: (output: OutputDraft) => void
}

/** Absent where it says nothing. */
function withPart<Name extends keyof OutputSpec>(output: OutputDraft, name: Name, value: OutputSpec[Name] | undefined) {
  const { [name]: _, ...rest } = output
  return (value === undefined ? rest : { ...rest, [name]: value }) as OutputDraft
}

function OutputForm({ output, kind, errorOf, onChange }: OutputFormProps) {
  const renderers = RENDERERS.filter((renderer) => RENDERER_TYPES[renderer].includes(output.type))
  const setType = (type: OutputType) => {
    const fits = RENDERER_TYPES[output.renderer].includes(type)
    const renderer = fits ? output.renderer : (RENDERERS.find((one) => RENDERER_TYPES[one].includes(type)) ?? 'json')
    onChange({ ...output, type, renderer })
  }
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        label="Label"
        required
        error={errorOf('label')}
        value={output.label}
        onChange={({ currentTarget }) => onChange({ ...output, label: currentTarget.value })}
      />
      <TextField
        label="Name"
        required
        error={errorOf('name')}
        spellCheck={false}
        autoCapitalize="none"
        value={output.name}
        onChange={({ currentTarget }) => onChange({ ...output, name: currentTarget.value.trim() })}
      />
      {kind === 'config' ? (
        <TextAreaField
          label="Expression"
          required
          error={errorOf('expression')}
          mono
          rows={2}
          spellCheck={false}
          className="sm:col-span-2"
          value={output.expression}
          onChange={({ currentTarget }) => onChange({ ...output, expression: currentTarget.value })}
        />
      ) : null}
      <SelectField
        label="Type"
        error={errorOf('type')}
        options={OUTPUT_TYPES.map((type) => ({ value: type, label: TYPE_WORDS[type] }))}
        value={output.type}
        onChange={({ currentTarget }) => setType(currentTarget.value as OutputType)}
      />
      <SelectField
        label="Shown as"
        error={errorOf('renderer')}
        options={renderers.map((renderer) => ({ value: renderer, label: RENDERER_WORDS[renderer] }))}
        value={output.renderer}
        onChange={({ currentTarget }) => onChange({ ...output, renderer: currentTarget.value as Renderer })}
      />
      <SelectField
        label="Format"
        options={FORMATS}
        value={output.format ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange(withPart(output, 'format', (value || undefined) as OutputSpec['format']))
        }
      />
      <TextField
        label="Help"
        value={output.help ?? ''}
        onChange={({ currentTarget: { value } }) => onChange(withPart(output, 'help', value || undefined))}
      />
      {output.renderer === 'table' ? <Columns output={output} onChange={onChange} /> : null}
      <CheckboxField
        label="Leads the result"
        checked={output.primary === true}
        onChange={({ currentTarget: { checked } }) => onChange(withPart(output, 'primary', checked || undefined))}
      />
    </div>
  )
}

/** The kind of a column stays as it is while its label changes. */
function Columns({ output, onChange }: Pick<OutputFormProps, 'output' | 'onChange'>) {
  const { columns = [] } = output
  const typed = useTyped(optionsText(columns.map(({ name, label }) => ({ value: name, label }))))
  const read = (text: string) =>
    optionsFrom(text).map(({ value, label }) => {
      const type = columns.find(({ name }) => name === value)?.type
      return { name: value, label, ...(type !== undefined && { type }) }
    })
  return (
    <TextAreaField
      label="Columns"
      help="One a line: name = label. None: all that the rows have."
      className="sm:col-span-2"
      value={typed.value}
      onBlur={typed.forget}
      onChange={({ currentTarget }) => {
        typed.keep(currentTarget.value)
        const next = read(currentTarget.value)
        onChange(withPart(output, 'columns', next.length === 0 ? undefined : next))
      }}
    />
  )
}
