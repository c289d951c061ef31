import { findBuiltin } from '#src/features/catalog/find-builtin.ts'
import { filledValues, inputsOf } from '#src/features/tool-page/form-values.ts'
import { toHash } from '#src/features/tool-page/share-link.ts'
import { dateOf, formatDate } from '#src/lib/dates.ts'
import type { Tool } from '#src/sdk/index.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import { type ToolWorld, theWorld } from '#src/sdk/tool-world.ts'
import type { Answer } from './answers.schema.ts'
import { PHRASES } from './phrases.ts'
import { bare, type Question } from './question.ts'
import { unitQuestion } from './unit-question.ts'

/** In the order in which their units are meant: "m" is a metre before anything else. */
const UNIT_TOOLS = ['unit-converter', 'engineering-units', 'data-size-converter']

interface Asked {
  /** Where the question is asked, as YYYY-MM-DD; else that of UTC. */
  readonly today?: string | undefined
  readonly world?: ToolWorld
}

async function findQuestion(text: string, today: string): Promise<Question | undefined> {
  for (const { pattern, ask } of PHRASES) {
    const found = pattern.exec(text)
    const question = found === null ? undefined : ask(found.groups ?? {}, today)
    if (question !== undefined) return question
  }
  // Units that have no amount and are not asked how many they are stand for one of the first.
  const counted = /\d|^how many/i.test(text) ? text : `1 ${text}`
  for (const slug of UNIT_TOOLS) {
    const tool = await findBuiltin(slug)
    const question = tool && unitQuestion(tool, counted)
    if (question !== undefined) return question
  }
  return undefined
}

/** What the card says; undefined where the tool refuses the question. */
function say(question: Question, tool: Tool, world: ToolWorld): Pick<Answer, 'question' | 'result'> | undefined {
  const { text, show } = question
  if (question.isKnown) return { question: text({}), result: show({}) }
  const outcome = runTool(tool, question.input, world)
  return outcome.ok ? { question: text(outcome.outputs), result: show(outcome.outputs) } : undefined
}

/** The answer of a built-in tool to a search that is a question to it; null for words that are only looked for. */
export async function findAnswer(typed: string, asked: Asked = {}): Promise<Answer | null> {
  const { world = theWorld(), today = formatDate(dateOf(world.now)) } = asked
  const question = await findQuestion(bare(typed), today)
  const tool = question && (await findBuiltin(question.slug))
  if (question === undefined || tool === undefined) return null
  const said = say(question, tool, world)
  const hash = toHash(inputsOf(tool.input, filledValues(tool.input, question.input)))
  if (said === undefined || hash === undefined) return null
  return {
    ...said,
    tool: { slug: tool.slug, title: tool.title },
    input: question.input,
    url: `/fxn/${tool.slug}${hash}`,
    ...(question.isOfToday && { today }),
  }
}
