import { Plus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { toFormValue, toJson } from '#src/features/tool-page/form-values.ts'
import { FIELD_TYPES, type FieldType } from '#src/sdk/field-types.ts'
import { Button } from '#src/ui/button.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { CheckboxGroupField, SelectField } from '#src/ui/fields/choice-fields.tsx'
import { FieldControl } from '#src/ui/fields/field-control.tsx'
import { CheckboxField } from '#src/ui/fields/flag-fields.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import type { ContentProblem } from './content-problems.ts'
import {
  freeName,
  optionsFrom,
  optionsText,
  PROPERTIES,
  valuesFrom,
  valuesText,
  withProperty,
  withType,
} from './field-properties.ts'
import { ItemRow } from './item-row.web.tsx'
import { PropertyControl } from './property-control.web.tsx'
import { type Renamings, renamingsOf, settled } from './rename-input.ts'
import type { FieldDraft } from './tool-content.schema.ts'
import { useItems } from './use-items.web.tsx'
import { useTyped } from './use-typed.web.tsx'

const TYPE_WORDS: Readonly<Record<FieldType, string>> = {
  string: 'Text, one line',
  text: 'Text, one line (plain)',
  textarea: 'Text, many lines',
  email: 'Email address',
  password: 'Password',
  url: 'Web address',
  tel: 'Phone number',
  date: 'Date',
  number: 'Number',
  range: 'Slider',
  boolean: 'Switch',
  checkbox: 'Tick box',
  select: 'Choice from a menu',
  radio: 'Choice from buttons',
  multiselect: 'Several choices',
  list: 'List of values',
  file: 'Text file',
}
/** More choices than these are written. */
const MOST_TICKED = 20
const TYPE_OPTIONS = FIELD_TYPES.map((type) => ({ value: type, label: TYPE_WORDS[type] }))

interface FieldsEditorProps {
  readonly fields: readonly FieldDraft[]
  readonly problems: readonly ContentProblem[]
  readonly onChange: (fields: readonly FieldDraft[]) => void
  /** Inputs have other names for good. */
  readonly onRenamed: (renamings: Renamings) => void
}

/** The first problem of an entry, such as that of "fields.2". */
export const problemAt = (problems: readonly ContentProblem[], path: string): string | undefined =>
  problems.find(({ field }) => field === path || field.startsWith(`${path}.`))?.message

export function FieldsEditor({ fields, problems, onChange, onRenamed }: FieldsEditorProps) {
  const items = useItems(fields, onChange)
  const names = useNames(items, onRenamed)
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-2" {...items.order.list}>
        {items.entries.map(({ item, at, key, ...entry }) => (
          <ItemRow
            key={key}
            name={item.label || item.name || `input ${at + 1}`}
            title={item.label || 'Without a label'}
            detail={`${item.name} · ${item.type}${item.required ? ' · required' : ''}`}
            at={at}
            count={fields.length}
            {...entry}
            problem={problemAt(problems, `fields.${at}`)}
            saysProblem={problems.find(({ field }) => field.startsWith(`fields.${at}.`))?.field === `fields.${at}.help`}
            order={items.order}
            onMove={(by) => items.move(at, at + by)}
            onRemove={() => items.remove(at)}
          >
            <FieldForm
              field={item}
              before={fields.slice(0, at)}
              needsHelp={problems.some(({ field }) => field === `fields.${at}.help`)}
              onChange={(field) => items.update(at, field)}
              onName={(name) => {
                names.begin(key, item.name)
                items.update(at, { ...item, name })
              }}
              onNamed={names.settle}
            />
          </ItemRow>
        ))}
      </ul>
      <Button
        icon={Plus}
        className="self-start"
        onClick={() => items.add({ name: freeName('value', fields), type: 'number', label: 'Value' })}
      >
        Add input
      </Button>
    </div>
  )
}

/**
 * What speaks of an input follows once its name is whole: the letters on the way may be the name of another one. Until
 * then it is known by the name before, whatever becomes of the others.
 */
function useNames(
  { entries }: Pick<ReturnType<typeof useItems<FieldDraft>>, 'entries'>,
  onRenamed: FieldsEditorProps['onRenamed'],
) {
  /** By the key of the entry. */
  const known = useRef(new Map<number, string>())
  return {
    begin(key: number, name: string) {
      if (!known.current.has(key)) known.current.set(key, name)
    },
    settle() {
      const found = settled(
        entries.map(({ item: { name }, key }) => ({ key, name, known: known.current.get(key) ?? name })),
      )
      for (const { key } of found) known.current.delete(key)
      const renamings = renamingsOf(found)
      if (renamings.size > 0) onRenamed(renamings)
    },
  }
}

interface FieldFormProps {
  readonly field: FieldDraft
  /** Those above it, which its rule may depend on. */
  readonly before: readonly FieldDraft[]
  readonly needsHelp: boolean
  readonly onChange: (field: FieldDraft) => void
  readonly onName: (name: string) => void
  /** Somebody is done with the name. */
  readonly onNamed: () => void
}

function FieldForm({ field, before, needsHelp, onChange, onName, onNamed }: FieldFormProps) {
  const set = (name: keyof FieldDraft) => (value: unknown) => onChange(withProperty(field, name as never, value))
  const properties = PROPERTIES.filter(({ types }) => types.includes(field.type))
  const main = properties.filter(({ kind, name }) => name === 'required' || name === 'help' || kind === 'number')
  const more = properties.filter((property) => !main.includes(property))
  const grid = 'grid items-start gap-x-4 gap-y-4 sm:grid-cols-2'
  return (
    <>
      <div className={grid}>
        <TextField
          label="Label"
          required
          value={field.label}
          onChange={({ currentTarget }) => onChange({ ...field, label: currentTarget.value })}
        />
        <TextField
          label="Name"
          help="As programs and expressions call it"
          required
          spellCheck={false}
          autoCapitalize="none"
          value={field.name}
          onBlur={onNamed}
          onKeyDown={({ key }) => key === 'Enter' && onNamed()}
          onChange={({ currentTarget }) => onName(currentTarget.value.trim())}
        />
        <SelectField
          label="Type"
          options={TYPE_OPTIONS}
          value={field.type}
          onChange={({ currentTarget }) => onChange(withType(field, currentTarget.value as FieldType))}
        />
        <DefaultControl field={field} onChange={set('default')} />
        {field.options === undefined ? null : <OptionsControl field={field} onChange={set('options')} />}
        {main.map((property) => (
          <PropertyControl
            key={`${field.type} ${property.name}`}
            property={property}
            value={field[property.name]}
            required={property.name === 'help' && field.hidden !== true}
            problem={property.name === 'help' && needsHelp ? 'Say what to enter' : undefined}
            onChange={set(property.name)}
          />
        ))}
        {field.type === 'string' ? (
          <CheckboxField
            label="A colour: with the system’s picker"
            checked={field.picker === 'colour'}
            onChange={({ currentTarget }) => set('picker')(currentTarget.checked ? 'colour' : undefined)}
          />
        ) : null}
      </div>
      <Disclosure summary="More, and when it is shown" startsOpen={field.showIf !== undefined}>
        <div className={grid}>
          <RuleControl field={field} before={before} onChange={set('showIf')} />
          {more.map((property) => (
            <PropertyControl
              key={`${field.type} ${property.name}`}
              property={property}
              value={field[property.name]}
              onChange={set(property.name)}
            />
          ))}
        </div>
      </Disclosure>
    </>
  )
}

interface PartProps {
  readonly field: FieldDraft
  readonly onChange: (value: unknown) => void
}

/** The control that people will see, without its rules: a default may be anything that the field takes. */
function DefaultControl({ field, onChange }: PartProps) {
  const id = useId()
  if (field.type === 'file') return null
  const { help: _, required: _required, presets: _presets, default: _default, ...spec } = field
  return (
    <FieldControl
      id={id}
      name={id}
      field={{ ...spec, label: 'Default', required: false }}
      value={toFormValue(field, field.default)}
      onChange={(value) => onChange(value === '' ? undefined : toJson(field, value))}
    />
  )
}

function OptionsControl({ field, onChange }: PartProps) {
  const typed = useTyped(optionsText(field.options))
  return (
    <TextAreaField
      label="Choices"
      help={'One a line: value = label; a value with = in quotes: ">=" = At least'}
      required
      value={typed.value}
      onBlur={typed.forget}
      className="sm:col-span-2"
      onChange={({ currentTarget }) => {
        typed.keep(currentTarget.value)
        onChange(optionsFrom(currentTarget.value))
      }}
    />
  )
}

/** What an input offers, to be ticked; undefined where its values are written, or the rule has one that is not offered. */
function choicesFor({ field, in: values }: NonNullable<FieldDraft['showIf']>, before: readonly FieldDraft[]) {
  const { options, optionsBy } = before.find(({ name }) => name === field) ?? {}
  if (options === undefined || optionsBy !== undefined || options.length > MOST_TICKED) return undefined
  return values.every((value) => options.some((option) => option.value === value)) ? options : undefined
}

function RuleControl({ field, before, onChange }: PartProps & Pick<FieldFormProps, 'before'>) {
  const { showIf } = field
  const typeOf = (name: string | undefined) => before.find((one) => one.name === name)?.type
  const type = typeOf(showIf?.field)
  // While somebody types, the field stays one to type into, whatever it holds on the way.
  const [isTyping, setTyping] = useState(false)
  const offered = showIf && !isTyping ? choicesFor(showIf, before) : undefined
  const typed = useTyped(valuesText(showIf?.in ?? [], type))
  if (before.length === 0 && showIf === undefined)
    return <p className="sm:col-span-2">Always shown: there is no input above it that it could depend on.</p>
  return (
    <>
      <SelectField
        label="Shown if"
        options={[{ value: '', label: 'Always' }, ...before.map(({ name, label }) => ({ value: name, label }))]}
        value={showIf?.field ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange(
            value === ''
              ? undefined
              : { field: value, in: valuesFrom(valuesText(showIf?.in ?? [], type), typeOf(value)) },
          )
        }
      />
      {showIf === undefined ? null : offered !== undefined ? (
        <CheckboxGroupField
          name={`${field.name}-shown-if`}
          label="is one of"
          options={offered}
          value={showIf.in as readonly string[]}
          onChange={(values) => onChange({ field: showIf.field, in: values })}
        />
      ) : (
        <TextField
          label="has one of these values"
          help="Separated by commas; one that holds a comma in quotes"
          value={typed.value}
          onFocus={() => setTyping(true)}
          onBlur={() => {
            setTyping(false)
            typed.forget()
          }}
          onChange={({ currentTarget }) => {
            typed.keep(currentTarget.value)
            onChange({ field: showIf.field, in: valuesFrom(currentTarget.value, type) })
          }}
        />
      )}
    </>
  )
}
