import { findBuiltin } from '#src/features/catalog/find-builtin.ts'
import { filledValues, inputsOf } from '#src/features/tool-page/form-values.ts'
import { toHash } from '#src/features/tool-page/share-link.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import type { Answer } from './answers.schema.ts'
import { PHRASES } from './phrases.ts'
import { bare, type Question } from './question.ts'
import { unitQuestion } from './unit-question.ts'

/** In the order in which their units are meant: "m" is a metre before anything else. */
const UNIT_TOOLS = ['unit-converter', 'engineering-units', 'data-size-converter']

async function findQuestion(text: string): Promise<Question | undefined> {
  for (const { pattern, ask } of PHRASES) {
    const found = pattern.exec(text)
    const question = found === null ? undefined : ask(found.groups ?? {})
    if (question !== undefined) return question
  }
  for (const slug of UNIT_TOOLS) {
    const tool = await findBuiltin(slug)
    const question = tool && unitQuestion(tool, text)
    if (question !== undefined) return question
  }
  return undefined
}

/** The answer of a built-in tool to a search that is a question to it; null for words that are only looked for. */
export async function findAnswer(typed: string): Promise<Answer | null> {
  const text = bare(typed)
  // Every question has a number in it, or asks how many.
  if (!/\d|^how many|^[mdclxvi]+ /i.test(text)) return null
  const question = await findQuestion(text)
  const tool = question && (await findBuiltin(question.slug))
  if (question === undefined || tool === undefined) return null
  const outcome = runTool(tool, question.input)
  const hash = toHash(inputsOf(tool.input, filledValues(tool.input, question.input)))
  if (!outcome.ok || hash === undefined) return null
  return {
    question: question.text(outcome.outputs),
    result: question.show(outcome.outputs),
    tool: { slug: tool.slug, title: tool.title },
    input: question.input,
    url: `/fxn/${tool.slug}${hash}`,
  }
}
