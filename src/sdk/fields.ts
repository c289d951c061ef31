import type { FieldType } from './field-types.ts'
import type { Json } from './json.ts'

export type Option = Readonly<{ value: string; label: string }>

export interface OptionsBy {
  readonly field: string
  readonly options: Readonly<Record<string, readonly Option[]>>
  /** The default for each value of that field; else `default`, or the first choice where that is not offered. */
  readonly defaults?: Readonly<Record<string, string>>
}

/** Plain JSON: the same object draws the form, validates the input and is published by the API. */
export interface FieldSpec {
  readonly type: FieldType
  readonly label: string
  readonly help?: string
  readonly placeholder?: string
  readonly required?: boolean
  readonly default?: Json
  readonly hidden?: boolean
  readonly min?: number
  readonly max?: number
  readonly step?: number
  readonly integer?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  /** What the whole text has to look like, see pattern.ts; and what to say when it does not. */
  readonly pattern?: string
  readonly patternMessage?: string
  /** Choices of select, radio and multiselect. */
  readonly options?: readonly Option[]
  /** Choices that depend on another field's value; `options` then lists all of them. */
  readonly optionsBy?: OptionsBy
  /** Other spellings of a choice, in lower case: `{ mile: 'mi' }`. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Shown, and validated, only while the named field has one of these values. */
  readonly showIf?: Readonly<{ field: string; in: readonly Json[] }>
  /** Shown behind the control: "%", "min". */
  readonly unit?: string
  /** One-click values beside a number or range. */
  readonly presets?: readonly number[]
  /** Of text that is JSON: a program may send the value itself, and it is read as its text. */
  readonly takesJson?: boolean
  /** Never written to a link, a history or a log. */
  readonly secret?: boolean
  /** Largest file in bytes, of type file; a textarea that has it takes a file too: chosen, dropped or pasted. */
  readonly maxBytes?: number
  /** Of a textarea: programs may send {"hex": "…"} or {"base64": "…"}, as a file arrives that is no text (`bytesMeant`). */
  readonly takesBytes?: boolean
  /** Of a string: the system's colour picker stands beside the text. */
  readonly picker?: 'colour'
  /** Of an optional moment: an empty one is now, or today. A page leaves it empty, whatever the first example says. */
  readonly emptyIsNow?: boolean
  /** The name of another field: a button beside this one exchanges the two values. */
  readonly swapWith?: string
  /** The name of a number that is inverted with that exchange: a rate from the one to the other. */
  readonly swapInverts?: string
  /** The heading over this field and those next to it that name the same one. */
  readonly section?: string
}

/** `Value` is what `run` receives; it exists for the compiler only. */
export type Field<Name extends string = string, Value = unknown> = FieldSpec & {
  readonly name: Name
  readonly __value?: Value
}

type Common = Omit<FieldSpec, 'type' | 'default' | 'required' | 'options'>
type Given = { readonly required: true } | { readonly default: Json }
type Maybe<Options, Value> = Options extends Given ? Value : Value | undefined
type NumberOptions = Common & { readonly required?: boolean; readonly default?: number }
type TextOptions = Common & { readonly required?: boolean; readonly default?: string }
type FlagOptions = Common & { readonly default?: boolean }
type ListOptions = Common & { readonly required?: boolean; readonly default?: readonly string[] }
type ChoiceOptions = Common & {
  readonly required?: boolean
  readonly default?: string
  /** Values, or value → label. */
  readonly options: readonly string[] | Readonly<Record<string, string>>
}
type Choices<Options> = Options extends { options: readonly (infer Value)[] }
  ? Value
  : Options extends { options: Readonly<Record<infer Value, string>> }
    ? Extract<Value, string>
    : never

const isList = (options: ChoiceOptions['options']): options is readonly string[] => Array.isArray(options)
const toOptions = (options: ChoiceOptions['options']): Option[] =>
  isList(options)
    ? options.map((value) => ({ value, label: value }))
    : Object.entries(options).map(([value, label]) => ({ value, label }))

const numeric =
  (type: 'number' | 'range') =>
  <Name extends string, const Options extends NumberOptions>(
    name: Name,
    options: Options,
  ): Field<Name, Maybe<Options, number>> => ({ step: 0.01, ...options, name, type })

const textual =
  (type: 'string' | 'text' | 'textarea' | 'email' | 'password' | 'url' | 'tel' | 'date' | 'file') =>
  <Name extends string, const Options extends TextOptions>(
    name: Name,
    options: Options,
  ): Field<Name, Maybe<Options, string>> => ({ ...options, name, type })

const flag =
  (type: 'boolean' | 'checkbox') =>
  <Name extends string>(name: Name, options: FlagOptions): Field<Name, boolean> => ({
    default: false,
    ...options,
    name,
    type,
  })

const choice =
  (type: 'select' | 'radio') =>
  <Name extends string, const Options extends ChoiceOptions>(
    name: Name,
    options: Options,
  ): Field<Name, Maybe<Options, Choices<Options>>> => ({ ...options, options: toOptions(options.options), name, type })

export const number = numeric('number')
export const range = numeric('range')
export const string = textual('string')
export const textarea = textual('textarea')
export const email = textual('email')
export const password = textual('password')
export const url = textual('url')
export const tel = textual('tel')
export const date = textual('date')
/** A text file; `run` receives its content. */
export const file = textual('file')
export const boolean = flag('boolean')
export const checkbox = flag('checkbox')
export const select = choice('select')
export const radio = choice('radio')
export const multiselect = <Name extends string, const Options extends Omit<ChoiceOptions, 'default'> & ListOptions>(
  name: Name,
  options: Options,
): Field<Name, Choices<Options>[]> => ({
  ...options,
  default: [...(options.default ?? [])],
  options: toOptions(options.options),
  name,
  type: 'multiselect',
})
/** Several values: an array, or text split on newlines or commas. */
export const list = <Name extends string>(name: Name, options: ListOptions): Field<Name, string[]> => ({
  ...options,
  default: [...(options.default ?? [])],
  name,
  type: 'list',
})

export type InputOf<Fields extends readonly Field[]> = {
  readonly [F in Fields[number] as F['name']]: F extends Field<string, infer Value> ? Value : never
}
