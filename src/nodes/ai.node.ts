import { isObject } from '#src/lib/json-object.ts'
import { schemaProblem } from '#src/lib/json-schema-rules.ts'
import { z } from '#src/lib/zod.ts'
import { defineNode, type ModelAnswer, type ModelQuestion, type NodeContext } from '#src/sdk/define-node.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { asksAgain, asksForJson, readAnswer } from './ai-answer.ts'
import { field, JsonValue } from './field-hints.ts'

/** What the operator has set up. */
export interface AiNodeOptions {
  readonly model: string
  /** What a step may name instead. */
  readonly otherModels: readonly string[]
}

export const AI_IS_OFF = 'AI steps are off on this server: its operator has not set AI_BASE_URL'
const MAX_TEXT = 200_000

const Schema = JsonValue.optional().superRefine((schema, { addIssue }) => {
  if (schema === undefined) return
  const problem = schemaProblem(schema)
  if (problem !== undefined) addIssue(problem)
})

const what = {
  system: field(z.string().max(MAX_TEXT).default(''), {
    title: 'Role',
    description: 'Who the model is to be, and rules for every answer.',
    control: 'multiline',
    placeholder: 'You sort the mail of a small shop.',
  }),
  prompt: field(z.string().min(1, 'Write what is asked').max(MAX_TEXT), {
    title: 'Prompt',
    description: 'What is asked.',
    control: 'multiline',
    placeholder: 'What is this mail about? {{ trigger.body.text }}',
  }),
  answerKind: field(z.enum(['text', 'json']).default('text'), {
    title: 'Answer',
    description: 'Text as it comes, or data that is checked.',
    control: 'select',
    options: [
      { value: 'text', label: 'Text' },
      { value: 'json', label: 'JSON that fits a schema' },
    ],
  }),
  schema: field(Schema, {
    title: 'JSON Schema',
    description: 'What the answer must look like. A wrong answer is sent back to the model once.',
    control: 'json',
    placeholder: '{ "type": "object", "properties": { "topic": { "type": "string" } }, "required": ["topic"] }',
    showIf: { field: 'answerKind', in: ['json'] },
  }),
}

const modelField = ({ model, otherModels }: AiNodeOptions) =>
  field(
    z
      .string()
      .default(model)
      .refine((name) => name === model || otherModels.includes(name), 'This server does not offer that model'),
    {
      title: 'Model',
      description: 'Who answers.',
      control: 'select',
      options: [model, ...otherModels].map((value) => ({ value, label: value || 'None' })),
    },
  )

const limits = {
  temperature: field(z.number().min(0).max(2).optional(), {
    title: 'Temperature',
    description: 'From 0, nearly the same each time, to 2. Empty: as the model has it.',
    control: 'number',
  }),
  maxTokens: field(z.int().min(1).max(32_000).default(2000), {
    title: 'Most tokens',
    description: 'A longer answer fails the step. A token is about four letters.',
    control: 'number',
  }),
  timeoutMs: field(z.int().min(1).max(300_000).default(60_000), {
    title: 'Time limit (ms)',
    description: 'For each answer of the model.',
    control: 'number',
  }),
}

const configOf = (options: AiNodeOptions) =>
  z
    .strictObject({ ...what, model: modelField(options), ...limits })
    .refine(({ answerKind, schema }) => answerKind === 'text' || schema !== undefined, {
      path: ['schema'],
      error: 'Write a schema',
    })

type Config = z.output<ReturnType<typeof configOf>>
type Message = ModelQuestion['messages'][number]

const misfit = (problems: readonly string[]) =>
  new NodeError({
    code: 'AI_MISFIT',
    message: `The answer of the model does not fit its schema: ${problems[0]}`,
    permanent: false,
  })

function asker(context: NodeContext, { model, temperature, maxTokens, timeoutMs }: Config, schema?: JsonObject) {
  const settings = { model, maxTokens, timeoutMs, ...(temperature !== undefined && { temperature }) }
  return (messages: readonly Message[]) => context.askModel({ messages, ...settings, ...(schema && { schema }) })
}

function firstMessages({ system, prompt }: Config, ...rules: string[]): Message[] {
  const role = [system, ...rules].filter((text) => text !== '').join('\n\n')
  return [...(role === '' ? [] : [{ role: 'system', text: role } as const]), { role: 'user', text: prompt }]
}

const sum = (a: number | null, b: number | null) => (a === null && b === null ? null : (a ?? 0) + (b ?? 0))

const both = (first: ModelAnswer, second: ModelAnswer): ModelAnswer => ({
  ...second,
  usage: {
    input: sum(first.usage.input, second.usage.input),
    output: sum(first.usage.output, second.usage.output),
  },
})

/** A second answer is asked for at most: a model that cannot do it must not cost without an end. */
async function askForJson(context: NodeContext, config: Config, schema: JsonObject) {
  const ask = asker(context, config, schema)
  const messages = firstMessages(config, asksForJson(schema))
  const first = await ask(messages)
  const read = readAnswer(first.text, schema)
  if (read.ok) return { ...told(first), answer: read.value }
  const again = asksAgain(read.problems)
  const second = await ask([...messages, { role: 'assistant', text: first.text }, { role: 'user', text: again }])
  const repaired = readAnswer(second.text, schema)
  if (!repaired.ok) throw misfit(repaired.problems)
  return { ...told(both(first, second)), answer: repaired.value }
}

const told = ({ text, model, usage }: ModelAnswer) => ({ answer: text, model, usage: { ...usage } })

const COUNT = { type: ['integer', 'null'] }

export const createAiNode = (options?: AiNodeOptions) =>
  defineNode({
    type: 'ai',
    version: 1,
    title: 'AI prompt',
    description: 'Asks a language model and gives its answer as text or as checked data.',
    category: 'action',
    icon: 'sparkles',
    config: configOf(options ?? { model: '', otherModels: [] }),
    ...(options === undefined && { off: AI_IS_OFF }),
    ports: ['out'],
    fixed: ['answerKind', 'schema'],
    // It changes nothing outside. What a repetition costs is less than a run that stops.
    reaches: 'outside',
    effect: 'read',
    output: ({ answerKind, schema }) => ({
      type: 'object',
      properties: {
        answer: answerKind !== 'json' ? { type: 'string' } : isObject(schema) ? schema : {},
        model: { type: 'string' },
        usage: { type: 'object', properties: { input: COUNT, output: COUNT }, required: ['input', 'output'] },
      },
      required: ['answer', 'model', 'usage'],
    }),
    run: async (context, config) => {
      if (options === undefined) throw new NodeError({ code: 'AI_OFF', message: AI_IS_OFF, permanent: true })
      const { answerKind, schema } = config
      if (answerKind === 'json' && isObject(schema)) return { output: await askForJson(context, config, schema) }
      return { output: told(await asker(context, config)(firstMessages(config))) }
    },
  })
