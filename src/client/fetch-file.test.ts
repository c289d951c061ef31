import { expect, test } from 'vitest'
import { fetchFile } from './fetch-file.ts'

const answering = (response: Response) => ({ fetch: () => Promise.resolve(response) })
const URL = '/api/earnings/csv'

test('a file is all that was sent, in its parts', async () => {
  const parts = new ReadableStream({
    start(stream) {
      for (const part of ['type,order\r\n', 'sale,1\r\n']) stream.enqueue(new TextEncoder().encode(part))
      stream.close()
    },
  })
  expect(await (await fetchFile(URL, answering(new Response(parts)))).text()).toBe('type,order\r\nsale,1\r\n')
})

test('a refusal is told in the words of the server', async () => {
  const error = { code: 'TOO_MANY_REQUESTS', message: 'Too many requests. Try again in 7 s.' }
  const refused = new Response(JSON.stringify({ error }), { status: 429 })
  await expect(fetchFile(URL, answering(refused))).rejects.toMatchObject({ ...error, status: 429 })
})

test('a file that breaks off is no file', async () => {
  const broken = new ReadableStream({
    pull(stream) {
      stream.error(new TypeError('terminated'))
    },
  })
  await expect(fetchFile(URL, answering(new Response(broken)))).rejects.toMatchObject({
    code: 'NETWORK_ERROR',
    message: 'Network error: terminated',
  })
})

test('a server that is gone is a network error', async () => {
  const gone = { fetch: () => Promise.reject(new TypeError('Failed to fetch')) }
  await expect(fetchFile(URL, gone)).rejects.toMatchObject({ code: 'NETWORK_ERROR', status: 0 })
})
