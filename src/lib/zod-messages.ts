import type { z } from 'zod'

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}
const FORMATS: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a web address',
  uuid: 'an id (UUID)',
  datetime: 'a date and time (ISO 8601)',
  date: 'a date (YYYY-MM-DD)',
}
/** What a size is counted in; of numbers nothing. */
const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries', set: ' entries' }

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const size = (bound: number | bigint, origin: string): string => {
  const unit = UNITS[origin] ?? ''
  return `${bound}${bound === 1 ? unit.replace(/ies$/, 'y').replace(/s$/, '') : unit}`
}

/** What is wrong with a value, as a sentence for people without the words of a type system. */
export function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'Is required'
      return TYPES[issue.expected] === undefined ? 'Is not valid' : `Must be ${TYPES[issue.expected]}`
    case 'too_big':
      return `Must ${issue.inclusive === false ? 'be less than' : 'be at most'} ${size(issue.maximum, issue.origin)}`
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'Must not be empty'
      return `Must ${issue.inclusive === false ? 'be more than' : 'be at least'} ${size(issue.minimum, issue.origin)}`
    case 'invalid_value':
      return issue.values.length === 1
        ? `Must be ${written(issue.values[0])}`
        : `Must be one of: ${issue.values.map(written).join(', ')}`
    case 'invalid_format':
      return FORMATS[issue.format] === undefined ? 'Is not in the expected form' : `Must be ${FORMATS[issue.format]}`
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `There is no such field: ${issue.keys.join(', ')}`
    default:
      return issue.input === undefined ? 'Is required' : 'Is not valid'
  }
}
