import { FORM_FIELD_TYPES, type FormField } from '#src/lib/forms/form-fields.ts'
import { DEFAULT_FILE_MB, FILE_GROUPS, type FileGroup } from '#src/lib/forms/form-files.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'

/** One question of a form as its author writes it: anything may still be missing or wrong. */
export type Question = JsonObject

export type QuestionType = FormField['type']

const TYPES: ReadonlySet<Json | undefined> = new Set(FORM_FIELD_TYPES)

export const asQuestions = (value: Json | undefined): Question[] =>
  Array.isArray(value)
    ? value.filter((one): one is Question => typeof one === 'object' && one !== null && !Array.isArray(one))
    : []

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

export const typeOf = ({ type }: Question): QuestionType => (TYPES.has(type) ? (type as QuestionType) : 'text')

/** "Question 2", until it has a label. */
export const titleOf = ({ label }: Question, index: number): string => textOf(label).trim() || `Question ${index + 1}`

export function newQuestion(questions: readonly Question[]): Question {
  const taken = new Set(questions.map(({ name }) => name))
  let number = 1
  while (taken.has(`question_${number}`)) number++
  return { name: `question_${number}`, label: '', type: 'text', required: false }
}

/** A select cannot be without choices, and what belongs to another kind of answer goes. */
export function withType({ options, min, max, accept, maxMb, ...question }: Question, type: QuestionType): Question {
  return {
    ...question,
    type,
    ...(type === 'select' && { options: Array.isArray(options) && options.length > 0 ? options : ['First', 'Second'] }),
    ...(type === 'file' && { accept: accept ?? 'any', maxMb: maxMb ?? DEFAULT_FILE_MB }),
    ...(type === 'number' && { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }),
  }
}

/** With a number, or without it when the text is none. */
export function withLimit(question: Question, limit: 'min' | 'max', text: string): Question {
  const { [limit]: _, ...rest } = question
  return text.trim() === '' || Number.isNaN(Number(text)) ? rest : { ...rest, [limit]: Number(text) }
}

export const acceptOf = ({ accept }: Question): FileGroup => FILE_GROUPS.find((group) => group === accept) ?? 'any'

/** The choices as lines. The last one may be empty while it is typed. */
export const linesOf = ({ options }: Question): string => (Array.isArray(options) ? options.join('\n') : '')
export const withLines = (question: Question, lines: string): Question => ({ ...question, options: lines.split('\n') })

/** Once they are typed: an empty line is no choice. */
export const withoutGaps = (question: Question): Question =>
  Array.isArray(question.options)
    ? { ...question, options: question.options.filter((option) => String(option).trim() !== '') }
    : question
