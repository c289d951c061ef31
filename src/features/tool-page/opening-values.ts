import type { Field } from '#src/sdk/fields.ts'
import { defaultValues, type FormValues, filledValues, isEmpty, shownFields } from './form-values.ts'

/**
 * What a page opens with: the defaults alone or, where these leave a field empty that the example fills, the example as
 * a whole, since its values mean nothing among others. What an empty field takes from the clock stays empty.
 */
export function openingValues(fields: readonly Field[], example: Readonly<Record<string, unknown>> = {}): FormValues {
  const usual = defaultValues(fields)
  const moments = new Set(fields.filter(({ emptyIsNow }) => emptyIsNow).map(({ name }) => name))
  const given = Object.fromEntries(Object.entries(example).filter(([name]) => !moments.has(name)))
  const isFilled = ({ name }: Field) => Object.hasOwn(given, name) && isEmpty(usual[name] ?? '')
  return shownFields(fields, usual).some(isFilled) ? filledValues(fields, given) : usual
}
