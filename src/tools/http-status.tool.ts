import { badge, defineTool, number, string, ToolError, table, text } from '#src/sdk/index.ts'
import { CACHEABLE, CLASSES, REGISTRY, type Status } from './http-status/registry.ts'

const classOf = (code: number): string => CLASSES[Math.floor(code / 100)] ?? ''

/** RFC 9110, section 15: a code that is not known counts as the x00 of its class. */
function notRegistered(code: number): Status {
  const known = Math.floor(code / 100) * 100
  return {
    code,
    name: 'Not registered',
    reference: 'RFC 9110, section 15',
    meaning: `Clients treat it as ${known}: ${classOf(code)}.`,
  }
}

/** All words must be in it; "404", "40" and "4xx" find by code. */
function found(search: string): Status[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return REGISTRY.filter((status) => {
    const content = `${status.name} ${status.meaning} ${status.reference} ${classOf(status.code)}`.toLowerCase()
    const code = String(status.code)
    return words.every((word) => content.includes(word) || code.startsWith(word.replace(/x{1,2}$/, '') || ' '))
  })
}

const rowOf = ({ code, name, reference, meaning }: Status) => ({ code, name, class: classOf(code), meaning, reference })

const outputsOf = (statuses: readonly Status[]) => {
  const [only] = statuses
  const rows = statuses.map(rowOf)
  if (only === undefined || statuses.length > 1) return { results: rows, count: rows.length }
  return {
    results: rows,
    count: rows.length,
    name: only.name,
    class: classOf(only.code),
    meaning: only.meaning,
    reference: only.reference,
    cacheable: CACHEABLE.has(only.code),
  }
}

export const httpStatus = defineTool({
  slug: 'http-status',
  title: 'HTTP Status Codes',
  description: 'Looks up what an HTTP status code means, by number or by words, and where it is defined.',
  category: 'developer',
  tags: ['http', 'web', 'reference'],
  keywords: [
    'http code',
    'status code',
    '404',
    '500',
    'not found',
    'redirect',
    'error code',
    'response code',
    'internal server error',
    'bad gateway',
    'rest api',
    'rfc 9110',
  ],
  input: [
    number('code', { label: 'Code', integer: true, min: 100, max: 599, step: 1, placeholder: '404' }),
    string('search', {
      label: 'Search',
      help: 'Words of its name or meaning, or 4xx; empty shows all.',
      default: '',
      maxLength: 100,
    }),
  ],
  output: {
    results: table('Status codes', {
      primary: true,
      columns: [
        { name: 'code', label: 'Code', type: 'number' },
        { name: 'name', label: 'Name' },
        { name: 'class', label: 'Class' },
        { name: 'meaning', label: 'Meaning' },
        { name: 'reference', label: 'Reference' },
      ],
    }),
    count: badge('Found'),
    name: text('Name'),
    class: text('Class'),
    meaning: text('Meaning'),
    reference: text('Reference'),
    cacheable: badge('Cacheable by default', { type: 'boolean' }),
  },
  run: ({ code, search }) => {
    if (code !== undefined && search.trim() !== '')
      throw new ToolError('Search must be empty where a code is given', { field: 'search' })
    if (code === undefined) return outputsOf(found(search))
    return outputsOf([REGISTRY.find((status) => status.code === code) ?? notRegistered(code)])
  },
  examples: [
    {
      title: 'Nothing there',
      input: { code: 404 },
      output: { name: 'Not Found', class: 'Client Error', reference: 'RFC 9110, section 15.5.5', cacheable: true },
      source: 'IANA, HTTP Status Code Registry; RFC 9110, sections 15.1 and 15.5.5',
    },
    {
      title: 'By words',
      input: { search: 'too many' },
      output: { name: 'Too Many Requests', reference: 'RFC 6585', count: 1 },
      source: 'IANA, HTTP Status Code Registry: 429',
    },
    {
      title: 'The teapot',
      input: { code: 418 },
      output: { name: '(Unused)', reference: 'RFC 9110, section 15.5.19' },
      source: 'IANA, HTTP Status Code Registry: 418, (Unused)',
    },
    {
      title: 'Not in the registry',
      input: { code: 471 },
      output: { name: 'Not registered', class: 'Client Error' },
      source: 'RFC 9110, section 15: 471 is to be treated as 400',
    },
  ],
  method: {
    formula: 'A table of the codes that are registered; the first digit is the class.',
    rounding: 'None.',
    notes: 'Temporary registrations are left out. The meanings are short: the reference decides.',
  },
  sources: [
    {
      title: 'IANA, HTTP Status Code Registry',
      url: 'https://www.iana.org/assignments/http-status-codes/http-status-codes.xhtml',
    },
    { title: 'RFC 9110: HTTP Semantics, section 15', url: 'https://www.rfc-editor.org/rfc/rfc9110#section-15' },
  ],
})
