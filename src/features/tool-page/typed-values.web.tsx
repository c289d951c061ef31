import type { Field } from '#src/sdk/fields.ts'
import { type FormValue, type FormValues, toFormValue } from './form-values.ts'

const withPlainLines = <Value,>(value: Value) => (typeof value === 'string' ? value.replaceAll(/\r\n?/g, '\n') : value)

function valueIn(sent: FormData, field: Field): FormValue {
  if (field.type === 'boolean' || field.type === 'checkbox') return sent.has(field.name)
  if (field.type === 'multiselect') return sent.getAll(field.name).map(String)
  return toFormValue(field, sent.get(field.name) ?? '')
}

/** What stands in the controls but not in `values`: typed before the scripts ran, or put back by the browser. */
export function typedValues(form: HTMLFormElement, fields: readonly Field[], values: FormValues): FormValues {
  const sent = new FormData(form)
  const names = new Set([...form.elements].map((element) => element.getAttribute('name')))
  const typed: Record<string, FormValue> = {}
  for (const field of fields) {
    if (field.type === 'file' || !names.has(field.name)) continue
    const value = valueIn(sent, field)
    // A text area changes the line ends of what it was given, and gives its own in another form.
    const plain = withPlainLines(value)
    if (JSON.stringify(plain) !== JSON.stringify(withPlainLines(values[field.name]))) typed[field.name] = plain
  }
  return typed
}
