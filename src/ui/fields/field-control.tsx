import { type ChangeEvent, type ComponentType, Suspense } from 'react'
import type { FieldType } from '#src/sdk/field-types.ts'
import type { FieldSpec, Option } from '#src/sdk/fields.ts'
import { isGrouped, toNumber } from '#src/sdk/validate-input.ts'
import { lazyPart } from '../lazy-part.tsx'
import { CheckboxGroupField, RadioGroupField, SelectField } from './choice-fields.tsx'
import { CheckboxField, type FlagFieldProps, SwitchField } from './flag-fields.tsx'
import { NumberField, RangeField } from './number-fields.tsx'
import { TextAreaField, TextField } from './text-field.tsx'

// Few forms take colours, files or passwords, so only these load them.
const ColourField = lazyPart(() => import('./colour-field.tsx').then((module) => module.ColourField))
const FileDrop = lazyPart(() => import('./file-drop.tsx').then((module) => module.FileDrop))
const FileField = lazyPart(() => import('./file-field.tsx').then((module) => module.FileField))
const PasswordField = lazyPart(() => import('./password-field.tsx').then((module) => module.PasswordField))

/** What a control holds: text (numbers, lists and files too), a flag, or the chosen options. */
export type FieldValue = string | boolean | readonly string[]

export interface FieldControlProps {
  /** Unique in the page; errors lead to it. */
  id: string
  name: string
  field: FieldSpec
  value: FieldValue
  onChange: (value: FieldValue) => void
  error?: string | undefined
  /** The choices that hold now, where they depend on another field (`optionsOf`). */
  options?: readonly Option[] | undefined
  disabled?: boolean | undefined
}

const asText = (value: FieldValue): string => (typeof value === 'object' ? value.join('\n') : String(value))
const asList = (value: FieldValue): readonly string[] =>
  typeof value === 'object' ? value : String(value).split(/[\n,]/).filter(Boolean)

const frameOf = ({ id, name, field, error, disabled }: FieldControlProps) => ({
  id,
  name,
  label: field.label,
  help: field.help,
  error,
  required: field.required,
  disabled,
})

const INPUTS: Partial<Record<FieldType, { type: string; inputMode?: 'email' | 'url' | 'tel'; autoComplete?: string }>> =
  {
    email: { type: 'email', inputMode: 'email' },
    url: { type: 'url', inputMode: 'url' },
    tel: { type: 'tel', inputMode: 'tel' },
    date: { type: 'date' },
  }

const Colour = (props: FieldControlProps) => (
  <Suspense>
    <ColourField
      {...frameOf(props)}
      placeholder={props.field.placeholder}
      usual={asText((props.field.default as FieldValue | undefined) ?? '')}
      value={asText(props.value)}
      onChange={props.onChange}
    />
  </Suspense>
)

// No control has a maxlength: the browser would cut a pasted text without a word; the validation names the limit.
const Line = (props: FieldControlProps) => (
  <TextField
    {...frameOf(props)}
    type="text"
    {...INPUTS[props.field.type]}
    unit={props.field.unit}
    placeholder={props.field.placeholder}
    value={asText(props.value)}
    onChange={(event) => props.onChange(event.currentTarget.value)}
  />
)

const Secret = (props: FieldControlProps) => (
  <Suspense>
    <PasswordField
      {...frameOf(props)}
      autoComplete="off"
      placeholder={props.field.placeholder}
      value={asText(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  </Suspense>
)

/** Characters of a text that nobody types; laying all of them out would hold up the page. */
const LONG = 200_000

function Area(props: FieldControlProps) {
  const { field, onChange } = props
  const { maxBytes, takesBytes } = field
  const value = asText(props.value)
  const area = {
    ...frameOf(props),
    mono: true,
    spellCheck: false,
    placeholder: field.placeholder,
    value,
    onChange: (event: ChangeEvent<HTMLTextAreaElement>) => onChange(event.currentTarget.value),
  }
  const isLong = Boolean(maxBytes) && value.length > LONG
  return (
    <>
      {isLong ? null : <TextAreaField {...area} />}
      {maxBytes ? (
        <Suspense>
          <FileDrop area={area} isLong={isLong} maxBytes={maxBytes} takesBytes={takesBytes} onChange={onChange} />
        </Suspense>
      ) : null}
    </>
  )
}

const List = (props: FieldControlProps) => (
  <Area {...props} field={{ ...props.field, help: props.field.help ?? 'One per line, or separated by commas' }} />
)

/** What is computed with, where the box itself does not say it. */
function understood(text: string, usual: unknown): string {
  if (text.trim() === '') return typeof usual === 'number' ? `Empty counts as ${usual}.` : ''
  // Three digits behind a point are thousands to half of the world.
  return isGrouped(text) || /^\d{1,3}\.\d{3}$/.test(text) ? `Read as ${toNumber(text)}.` : ''
}

const numbers = (props: FieldControlProps) => {
  const { min, max, step, integer, unit, presets, placeholder, help = '' } = props.field
  return {
    ...frameOf(props),
    help: `${help} ${understood(asText(props.value), props.field.default)}`.trim(),
    ...{ min, max, unit, presets, placeholder, step: integer ? Math.max(1, Math.round(step ?? 1)) : step },
    value: asText(props.value),
    onChange: props.onChange,
  }
}
const NumberBox = (props: FieldControlProps) => <NumberField {...numbers(props)} />
const Range = (props: FieldControlProps) => <RangeField {...numbers(props)} />

const flags = (props: FieldControlProps): FlagFieldProps => ({
  ...frameOf(props),
  checked: props.value === true || props.value === 'true',
  onChange: (event) => props.onChange(event.currentTarget.checked),
})
const Switch = (props: FieldControlProps) => <SwitchField {...flags(props)} />
const Checkbox = (props: FieldControlProps) => <CheckboxField {...flags(props)} />

const optionsIn = ({ options, field }: FieldControlProps) => options ?? field.options ?? []

function Select(props: FieldControlProps) {
  const { required, default: usual, placeholder } = props.field
  const value = asText(props.value)
  const options = optionsIn(props)
  const isChosen = options.some((option) => option.value === value)
  return (
    <SelectField
      {...frameOf(props)}
      options={options}
      // An empty choice would silently stand for the default.
      placeholder={isChosen && (required || usual !== undefined) ? undefined : (placeholder ?? 'Choose…')}
      value={isChosen ? value : ''}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
const Radio = (props: FieldControlProps) => (
  <RadioGroupField
    {...frameOf(props)}
    options={optionsIn(props)}
    value={asText(props.value)}
    onChange={props.onChange}
  />
)
const MultiSelect = (props: FieldControlProps) => (
  <CheckboxGroupField
    {...frameOf(props)}
    options={optionsIn(props)}
    value={asList(props.value)}
    onChange={props.onChange}
  />
)
const TextFile = (props: FieldControlProps) => (
  <Suspense>
    <FileField
      {...frameOf(props)}
      maxBytes={props.field.maxBytes}
      value={asText(props.value)}
      onChange={props.onChange}
    />
  </Suspense>
)

const CONTROLS = {
  string: (props) => (props.field.picker === 'colour' ? <Colour {...props} /> : <Line {...props} />),
  text: Line,
  textarea: Area,
  email: Line,
  password: Secret,
  url: Line,
  tel: Line,
  date: Line,
  number: NumberBox,
  range: Range,
  boolean: Switch,
  checkbox: Checkbox,
  select: Select,
  radio: Radio,
  multiselect: MultiSelect,
  list: List,
  file: TextFile,
} satisfies Record<FieldType, ComponentType<FieldControlProps>>

/** The control of a field of a tool or a node, with label, help, unit, presets and error. */
export function FieldControl(props: FieldControlProps) {
  // A creator's schema is data: a type that this version does not know must not end the page.
  const Control: ComponentType<FieldControlProps> | undefined = Object.hasOwn(CONTROLS, props.field.type)
    ? CONTROLS[props.field.type]
    : undefined
  return Control ? <Control {...props} /> : <p className="text-14 text-bad">Unknown field type</p>
}
