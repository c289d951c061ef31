import type { ToolContent } from './tool-content.schema.ts'

/** As many as a search engine shows; in the title with the name of the site behind it. */
export const SNIPPET_TITLE = 60
export const SNIPPET_TEXT = 155
export const TITLE_SUFFIX = ' · Fettle'

const TITLE_LONGEST = SNIPPET_TITLE - TITLE_SUFFIX.length
const DESCRIPTION_SHORTEST = 60
const TAGS_LEAST = 3
const EXAMPLES_LEAST = 2

export interface QualityPoint {
  readonly name: string
  readonly met: boolean
  /** What to do about it. */
  readonly hint: string
}

/** What makes a tool easier to find and to trust; nothing of it keeps it from being published. */
export function qualityPoints({ title, description, tags, fields, outputs, examples }: ToolContent): QualityPoint[] {
  const unexplained = fields.filter(
    ({ help = '', placeholder = '', default: value, hidden }) =>
      hidden !== true && help === '' && placeholder === '' && value === undefined,
  )
  return [
    {
      name: 'The title fits into a search result',
      met: title !== '' && title.length <= TITLE_LONGEST,
      hint: `At most ${TITLE_LONGEST} characters; it has ${title.length}.`,
    },
    {
      name: 'The description says enough, and no more than is shown',
      met: description.length >= DESCRIPTION_SHORTEST && description.length <= SNIPPET_TEXT,
      hint: `${DESCRIPTION_SHORTEST} to ${SNIPPET_TEXT} characters; it has ${description.length}.`,
    },
    {
      name: 'Tags lead to it',
      met: tags.length >= TAGS_LEAST,
      hint: `At least ${TAGS_LEAST}; it has ${tags.length}.`,
    },
    {
      name: 'Every input explains itself',
      met: fields.length > 0 && unexplained.length === 0,
      hint:
        fields.length === 0
          ? 'It has no input.'
          : `A help text, a placeholder or a default is missing: ${unexplained.map(({ label, name }) => label || name).join(', ')}.`,
    },
    {
      name: 'One output is the main one',
      met: outputs.some(({ primary }) => primary === true),
      hint: 'Mark the one that people come for.',
    },
    {
      name: 'Several examples show what it does',
      met: examples.length >= EXAMPLES_LEAST,
      hint: `At least ${EXAMPLES_LEAST}; it has ${examples.length}.`,
    },
    {
      name: 'Every example says where its values come from',
      met: examples.length > 0 && examples.every(({ source }) => source.trim() !== ''),
      hint: 'Such as a book, a law or the sum worked out by hand.',
    },
  ]
}
