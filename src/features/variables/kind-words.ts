import type { VariableKind } from './variables.schema.ts'

export const KIND_WORDS: Readonly<Record<VariableKind, string>> = {
  string: 'Text',
  number: 'Number',
  boolean: 'True or false',
  json: 'JSON',
}
