import type { ContentProblem } from './content-problems.ts'
import type { ToolContent } from './tool-content.schema.ts'

/** One line of what must be there before a tool is published, and whether it is. */
export interface ChecklistLine {
  readonly label: string
  /** open: only publishing tells. */
  readonly state: 'done' | 'missing' | 'open'
  /** What is missing or wrong, all of it. */
  readonly messages: readonly string[]
  /** Where what is missing can be had. */
  readonly leadsTo?: 'pricing'
}

export interface ChecklistOf {
  readonly content: ToolContent
  /** What keeps it from being published. */
  readonly problems: readonly ContentProblem[]
  /** What the preview and the last attempt to publish have shown. */
  readonly found: readonly ContentProblem[]
  readonly mayWriteCode: boolean
}

const isOfExample = ({ field }: ContentProblem): boolean => field.startsWith('examples.')
/** Each of these is what a line of its own asks for. */
const HAVE_A_LINE: ReadonlySet<string> = new Set(['icon', 'description', 'outputs', 'examples'])

const messagesOf = (problems: readonly ContentProblem[]): string[] => [
  ...new Set(problems.map(({ message }) => message)),
]

export function publishChecklist({ content, problems, found, mayWriteCode }: ChecklistOf): ChecklistLine[] {
  const line = (label: string, isDone: boolean, messages: readonly string[] = []): ChecklistLine => ({
    ...{ label, state: isDone ? 'done' : 'missing', messages },
  })
  const failed = messagesOf(found.filter(isOfExample))
  const example = line('An example, which is run as a test', content.examples.length > 0 && failed.length === 0, failed)
  // What fails in the preview may well fail there.
  const isOpen = example.state === 'done' && found.length > 0
  const other = messagesOf([
    ...problems.filter(({ field }) => !HAVE_A_LINE.has(field)),
    ...found.filter((one) => !isOfExample(one)),
  ])
  const messagesAt = (name: string) => messagesOf(problems.filter(({ field }) => field === name))
  const missing = (name: string) => problems.some(({ field }) => field === name)
  return [
    ...(content.kind === 'custom' && !mayWriteCode
      ? [{ ...line('Pro, which code of your own needs', false), leadsTo: 'pricing' as const }]
      : []),
    line('An icon', !missing('icon'), content.icon === '' ? [] : messagesAt('icon')),
    line('A description', !missing('description'), messagesAt('description')),
    line('An output', !missing('outputs')),
    isOpen ? { ...example, state: 'open' } : example,
    line(other.length === 0 ? 'Nothing else to mend' : `${other.length} more to mend`, other.length === 0, other),
  ]
}
