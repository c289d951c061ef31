import { MockLanguageModelV4, simulateReadableStream } from 'ai/test'
import { expect, test } from 'vitest'
import { askModel } from './ask-model.ts'

type Part =
  Extract<Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'], ReadableStream> extends ReadableStream<
    infer One
  >
    ? One
    : never

const text = (delta: string): Part[] => [
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta },
  { type: 'text-end', id: '1' },
]
const finish = (unified: 'stop' | 'length' | 'content-filter', counted = true): Part => ({
  type: 'finish',
  finishReason: { unified, raw: unified },
  usage: {
    inputTokens: { total: counted ? 12 : undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: counted ? 3 : undefined, text: undefined, reasoning: undefined },
  },
})

const modelOf = (...chunks: Part[]) =>
  new MockLanguageModelV4({ modelId: 'small', doStream: async () => ({ stream: simulateReadableStream({ chunks }) }) })

const ask = (model: MockLanguageModelV4, json: 'schema' | 'object' | 'words' = 'schema') =>
  askModel(
    model,
    {
      messages: [
        { role: 'system', text: 'Be short.' },
        { role: 'user', text: 'Hi' },
      ],
      schema: { type: 'object' },
      temperature: 0.5,
      maxTokens: 50,
    },
    { signal: new AbortController().signal, json },
  )

test('the parts of a stream are one answer', async () => {
  const model = modelOf(...text('Hel'), ...text('lo'), finish('stop'))
  expect(await ask(model)).toEqual({ text: 'Hello', model: 'small', usage: { input: 12, output: 3 } })
  expect(model.doStreamCalls).toHaveLength(1)
  expect(model.doStreamCalls[0]).toMatchObject({
    prompt: [
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
    ],
    temperature: 0.5,
    maxOutputTokens: 50,
    responseFormat: { type: 'json', schema: { type: 'object' } },
  })
})

test('a server that does not count says nothing of tokens', async () => {
  expect((await ask(modelOf(...text('x'), finish('stop', false)))).usage).toEqual({ input: null, output: null })
})

test('in words: the schema stays out of the protocol', async () => {
  const model = modelOf(...text('x'), finish('stop'))
  await ask(model, 'words')
  expect(model.doStreamCalls[0]?.responseFormat).not.toMatchObject({ type: 'json' })
})

test.each([
  ['AI_TOO_LONG', true, [...text('Hel'), finish('length')]],
  ['AI_REFUSED', true, [...text('Hel'), finish('content-filter')]],
  ['AI_INCOMPLETE', false, text('Hel')],
  ['AI_PROTOCOL', false, [...text('Hel'), { type: 'error', error: new Error('{"message":"boom"}') }, finish('stop')]],
] satisfies [string, boolean, Part[]][])('%s, permanent %s', async (code, permanent, chunks) => {
  await expect(ask(modelOf(...chunks))).rejects.toMatchObject({ code, permanent })
})
