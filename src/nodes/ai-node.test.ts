import { expect, test } from 'vitest'
import type { ModelQuestion } from '#src/sdk/define-node.ts'
import { AI_IS_OFF, createAiNode } from './ai.node.ts'
import { parseAndRun } from './test-context.ts'

const ai = createAiNode({ model: 'small', otherModels: ['large'] })

/** A model that gives these answers one after the other, and what it was asked. */
function modelThatSays(...answers: string[]) {
  const asked: ModelQuestion[] = []
  return {
    asked,
    askModel: async (question: ModelQuestion) => {
      const text = answers[asked.push(question) - 1] ?? ''
      return { text, model: question.model ?? '', usage: { input: 10, output: asked.length === 1 ? 2 : null } }
    },
  }
}

const schema = {
  type: 'object',
  properties: { topic: { enum: ['order', 'other'] }, urgent: { type: 'boolean' } },
  required: ['topic'],
  additionalProperties: false,
}
const question = { prompt: 'What is this about?' }
const asJson = { ...question, answerKind: 'json', schema }

test('a text comes as the model gave it, with what it cost', async () => {
  const model = modelThatSays('  An order.\n')
  const { output } = await parseAndRun(ai, { ...question, system: 'You sort mail.', temperature: 0 }, model)
  expect(output).toEqual({ answer: '  An order.\n', model: 'small', usage: { input: 10, output: 2 } })
  expect(model.asked).toEqual([
    {
      messages: [
        { role: 'system', text: 'You sort mail.' },
        { role: 'user', text: 'What is this about?' },
      ],
      model: 'small',
      temperature: 0,
      maxTokens: 2000,
      timeoutMs: 60_000,
    },
  ])
})

test.each([
  ['{"topic":"order"}', { topic: 'order' }],
  ['```json\n{"topic":"order","urgent":true}\n```', { topic: 'order', urgent: true }],
  ['\n```\n{"topic":"other"}```\n', { topic: 'other' }],
])('%j is read as data', async (text, answer) => {
  const model = modelThatSays(text)
  const { output } = await parseAndRun(ai, { ...asJson, model: 'large' }, model)
  expect(output).toEqual({ answer, model: 'large', usage: { input: 10, output: 2 } })
  expect(model.asked[0]).toMatchObject({ schema, model: 'large' })
  expect(model.asked[0]?.messages[0]).toEqual({
    role: 'system',
    text: `Answer with JSON only, without any other text, that fits this JSON Schema:\n${JSON.stringify(schema)}`,
  })
})

test.each([
  ['An order.', '- the whole: it is not JSON'],
  ['{"topic":"order"', '- the whole: it is not JSON'],
  [`${'['.repeat(300)}${']'.repeat(300)}`, '- the whole: it is not JSON'],
  ['{"topic":"order","urgent":1}', '- urgent: Instance type "number" is invalid. Expected "boolean".'],
  ['{"topic":"order","mood":1}', '- the whole: Property "mood" does not match additional properties schema.'],
  ['{}', '- the whole: Instance does not have required property "topic".'],
])('after %j the model is told why and asked once more', async (wrong, why) => {
  const model = modelThatSays(wrong, '{"topic":"order"}')
  const { output } = await parseAndRun(ai, asJson, model)
  expect(output).toEqual({ answer: { topic: 'order' }, model: 'small', usage: { input: 20, output: 2 } })
  expect(model.asked[1]?.messages.slice(2)).toEqual([
    { role: 'assistant', text: wrong },
    { role: 'user', text: `Your answer does not fit:\n${why}\nAnswer again with the corrected JSON only.` },
  ])
})

test('a second wrong answer is the end of this attempt, not of the retries', async () => {
  const model = modelThatSays('no', '{"topic":7}', '{"topic":"order"}')
  await expect(parseAndRun(ai, asJson, model)).rejects.toMatchObject({
    code: 'AI_MISFIT',
    permanent: false,
    message:
      'The answer of the model does not fit its schema: topic: Instance does not match any of ["order","other"].',
  })
  expect(model.asked).toHaveLength(2)
})

test.each([
  [{}, 'prompt'],
  [{ ...question, answerKind: 'json' }, 'schema'],
  [{ ...asJson, schema: { pattern: 'a' } }, 'schema'],
  [{ ...asJson, schema: { description: 'a'.repeat(20_000) } }, 'schema'],
  [{ ...question, model: 'huge' }, 'model'],
  [{ ...question, temperature: 3 }, 'temperature'],
])('the config %j is refused', (config, path) => {
  expect(ai.config.safeParse(config).error?.issues[0]?.path).toEqual([path])
})

test('later steps know what the answer is', () => {
  expect(ai.output(asJson)).toMatchObject({ properties: { answer: schema } })
  expect(ai.output(question)).toMatchObject({ properties: { answer: { type: 'string' } } })
})

test('without a model it says so, in the editor and in a run', async () => {
  const off = createAiNode()
  expect(off.off).toBe(AI_IS_OFF)
  await expect(parseAndRun(off, question)).rejects.toMatchObject({
    code: 'AI_OFF',
    permanent: true,
    message: AI_IS_OFF,
  })
})
