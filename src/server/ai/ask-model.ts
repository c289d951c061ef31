import type { LanguageModel, TextStreamPart, ToolSet } from 'ai'
import type { ModelAnswer, ModelQuestion } from '#src/sdk/define-node.ts'
import type { AiSettings } from '../env-services.ts'
import { filtered, incomplete, tooLong, whyNot } from './model-failure.ts'

export type AskModel = (question: ModelQuestion, options: { readonly signal: AbortSignal }) => Promise<ModelAnswer>

type Part = TextStreamPart<ToolSet>
type Finish = Extract<Part, { type: 'finish' }>

/** Throws the first fault of the stream: what came before it is no answer. */
async function read(parts: AsyncIterable<Part>): Promise<{ text: string; finish: Finish }> {
  let text = ''
  let finish: Finish | undefined
  for await (const part of parts) {
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') throw incomplete()
    if (part.type === 'text-delta') text += part.text
    if (part.type === 'finish') finish = part
  }
  if (finish === undefined) throw incomplete()
  return { text, finish }
}

const nameOf = (model: LanguageModel) => (typeof model === 'string' ? model : model.modelId)

/** One exchange, not repeated here: that is for the step's own retries. Throws NodeError. */
export async function askModel(
  model: LanguageModel,
  { messages, schema, temperature, maxTokens }: ModelQuestion,
  { signal, json }: { readonly signal: AbortSignal; readonly json: AiSettings['json'] },
): Promise<ModelAnswer> {
  const { jsonSchema, Output, streamText } = await import('ai')
  globalThis.AI_SDK_LOG_WARNINGS = false
  // A stream keeps the connection busy while a long answer is made, so that no proxy takes it for dead.
  const { stream } = streamText({
    model,
    messages: messages.map(({ role, text }) => ({ role, content: text })),
    allowSystemInMessages: true,
    maxRetries: 0,
    abortSignal: signal,
    onError: () => {},
    // Not strict: that would refuse schemas with optional properties.
    providerOptions: { openaiCompatible: { strictJsonSchema: false } },
    ...(schema && json !== 'words' && { output: Output.object({ schema: jsonSchema(schema) }) }),
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
  })
  try {
    const { text, finish } = await read(stream)
    if (finish.rawFinishReason === undefined) throw incomplete()
    if (finish.finishReason === 'length') throw tooLong()
    if (finish.finishReason === 'content-filter') throw filtered()
    const { inputTokens = null, outputTokens = null } = finish.totalUsage
    return { text, model: nameOf(model), usage: { input: inputTokens, output: outputTokens } }
  } catch (error) {
    signal.throwIfAborted()
    throw whyNot(error, Date.now())
  }
}
