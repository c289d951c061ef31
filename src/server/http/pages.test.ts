import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendWebResponse } from './pages.ts'

test.each([
  ['text/html; charset=utf-8', 'gzip, br', 'gzip', 'accept-encoding'],
  ['text/html; charset=utf-8', undefined, undefined, 'accept-encoding'],
  ['text/x-script', 'gzip', undefined, undefined],
])('%s for one who accepts %s: encoding %s, Vary %s', async (type, accepted, encoding, vary) => {
  const app = Fastify()
  app.get('/', (request, reply) =>
    sendWebResponse(new Response('<p>Hello</p>', { headers: { 'content-type': type } }), request, reply),
  )
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
  const answer = await app.inject({ url: '/', headers })
  expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([encoding, vary])
})
