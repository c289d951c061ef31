import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import type { ModelQuestion } from '#src/sdk/define-node.ts'
import { serve } from '../egress/test-server.ts'
import { createModelServer } from './model-server.ts'

const KEY = 'sk-canary-0123456789'

/** One line of a stream of the OpenAI protocol. */
const event = (body: unknown) => `data: ${typeof body === 'string' ? body : JSON.stringify(body)}\n\n`
const delta = (content: string) =>
  event({ id: 'c1', model: 'small', choices: [{ index: 0, delta: { role: 'assistant', content } }] })
const END = event({ id: 'c1', model: 'small', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
const USAGE = event({ id: 'c1', choices: [], usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 } })
const STREAM = { 'content-type': 'text/event-stream' }

async function asker(answer: RequestListener, apiKey: string | undefined = KEY) {
  const port = await serve(answer)
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const ask = createModelServer({ baseUrl, apiKey, model: 'small', otherModels: [], json: 'schema' })
  return (question: Partial<ModelQuestion> = {}, signal = new AbortController().signal) =>
    ask({ messages: [{ role: 'user', text: 'Hi' }], ...question }, { signal })
}

test('it speaks the protocol and reads what is streamed', async () => {
  const { promise: got, resolve } = Promise.withResolvers<[string | undefined, IncomingHttpHeaders, string]>()
  const ask = await asker(async (request, response) => {
    resolve([request.url, request.headers, Buffer.concat(await request.toArray()).toString()])
    response.writeHead(200, STREAM)
    for (const part of [delta('Hel'), delta('lo'), END, USAGE])
      await new Promise<void>((sent) => response.write(part, () => sent()))
    response.end(event('[DONE]'))
  })
  const schema = { type: 'object' }
  expect(await ask({ schema, model: 'large', maxTokens: 20, temperature: 0 })).toEqual({
    text: 'Hello',
    model: 'large',
    usage: { input: 9, output: 2 },
  })
  const [url, headers, body] = await got
  expect([url, headers.authorization]).toEqual(['/v1/chat/completions', `Bearer ${KEY}`])
  expect(JSON.parse(body)).toEqual({
    model: 'large',
    messages: [{ role: 'user', content: 'Hi' }],
    temperature: 0,
    max_tokens: 20,
    response_format: { type: 'json_schema', json_schema: { name: 'response', schema, strict: false } },
    stream: true,
    stream_options: { include_usage: true },
  })
})

const saying =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(JSON.stringify({ error: { message: `Incorrect API key ${KEY}` } }))

const streaming =
  (...parts: string[]): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, STREAM).end(parts.join(''))

const cut: RequestListener = (_request, response: ServerResponse) => {
  response.writeHead(200, STREAM).write(delta('Hel'), () => response.destroy())
}

test.each<[string, RequestListener, object]>([
  ['429', saying(429, { 'retry-after': '7' }), { code: 'AI_STATUS', permanent: false, retryAfterMs: 7000 }],
  ['503', saying(503), { code: 'AI_STATUS', permanent: false, message: 'The AI server answered with status 503' }],
  ['401', saying(401), { code: 'AI_STATUS', permanent: true, message: expect.stringContaining('AI_API_KEY') }],
  ['404', saying(404), { code: 'AI_STATUS', permanent: true, status: 404 }],
  ['a redirect', saying(307, { location: 'http://127.0.0.1:1/' }), { code: 'AI_STATUS', status: 307 }],
  ['a page', (_request, response) => response.end('<html>'), { code: 'AI_INCOMPLETE', permanent: false }],
  ['broken JSON', streaming(delta('Hel'), 'data: {"cho\n\n', END), { code: 'AI_PROTOCOL', permanent: false }],
  ['a fault in the stream', streaming(event({ error: { message: KEY } })), { code: 'AI_PROTOCOL', permanent: false }],
  ['a stream without an end', streaming(delta('Hel')), { code: 'AI_INCOMPLETE', permanent: false }],
  ['a connection that is cut', cut, { code: 'AI_UNREACHABLE', permanent: false }],
])('%s is told without the key', async (_what, answer, failure) => {
  const ask = await asker(answer)
  const error = await ask().catch((caught: unknown) => caught)
  expect(error).toMatchObject(failure)
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(KEY)
})

test('a server that hangs is given up, and its connection ends', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const ask = await asker((request, response) => {
    request.socket.once('close', () => resolve())
    response.writeHead(200, STREAM).write(delta('Hel'))
  })
  await expect(ask({ timeoutMs: 100 })).rejects.toMatchObject({ code: 'AI_TIMEOUT', permanent: false })
  await closed
})

test('who gives up ends the exchange', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const { promise: reached, resolve: onReached } = Promise.withResolvers<void>()
  const ask = await asker((request) => {
    request.socket.once('close', () => resolve())
    onReached()
  })
  const controller = new AbortController()
  const outcome = ask({}, controller.signal)
  await reached
  controller.abort(new Error('cancelled'))
  await expect(outcome).rejects.toThrow('cancelled')
  await closed
})

test('without a key none is sent', async () => {
  let sent: string | undefined = 'unknown'
  const port = await serve((request, response) => {
    sent = request.headers.authorization
    streaming(delta('x'), END)(request, response)
  })
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const ask = createModelServer({ baseUrl, apiKey: undefined, model: 'm', otherModels: [], json: 'schema' })
  await ask({ messages: [{ role: 'user', text: 'Hi' }] }, { signal: new AbortController().signal })
  expect(sent).toBeUndefined()
})
