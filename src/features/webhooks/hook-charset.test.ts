import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

let fettle: TestApp
let ada: Person
beforeAll(async () => {
  fettle = await startTestApp()
  ada = await fettle.aPerson()
})
afterAll(() => fettle.stop())

/** The path of a published webhook that answers what it received. */
async function aHook(rawBody: 'text' | 'base64'): Promise<string> {
  const graph = {
    nodes: [
      { id: 'a', key: 'hook', type: 'webhook', name: 'Hook', config: { rawBody } },
      { id: 'b', key: 'answer', type: 'respond', name: 'Answer', config: { body: '{{ trigger }}' } },
    ],
    edges: [{ from: 'a', to: 'b' }],
  }
  const { workflow } = (await ada.post('/api/workflows', { name: 'Hook', graph })).body as {
    workflow: { id: string; hookPath: string }
  }
  expect((await ada.post(`/api/workflows/${workflow.id}/publish`, {})).status).toBe(200)
  return workflow.hookPath
}

async function deliver(path: string, payload: string | Buffer, type: string) {
  const headers = { 'content-type': type }
  const response = await fettle.app.inject({ method: 'POST', url: path, payload, headers })
  return { status: response.statusCode, body: response.json() }
}

const FORM = 'application/x-www-form-urlencoded'

test.each<[type: string, sent: Buffer | string, got: unknown]>([
  ['text/plain; charset=ISO-8859-1', Buffer.from('Café', 'latin1'), 'Café'],
  ['text/plain; charset="Shift_JIS"', Buffer.from('93fa967b', 'hex'), '日本'],
  ['text/plain; charset=utf-16', Buffer.from('feff00e9', 'hex'), 'é'],
  ['text/plain', 'Café', 'Café'],
  ['text/xml', Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><a>é</a>', 'latin1'), '…<a>é</a>'],
  [
    `${FORM}; charset=iso-8859-1`,
    Buffer.from('a=%E9+%2b&é=1&x&b==&&a=é', 'latin1'),
    { a: ['é +', 'é'], é: '1', x: '', b: '=' },
  ],
  [`${FORM}; charset=shift_jis`, 'a=%93%fa%96{', { a: '日本' }],
  [`${FORM}; charset=utf-8`, 'a=%C3%A9', { a: 'é' }],
  ['application/json; charset=iso-8859-1', '{"a":"é"}', { a: 'é' }],
  ['application/json; charset=nothing', '{"a":"é"}', { a: 'é' }],
])('a body is read in its charset: %s', async (type, sent, got) => {
  const { status, body } = await deliver(await aHook('base64'), sent, type)
  const read = type === 'text/xml' ? body.body.replace(/^<[?].*[?]>/, '…') : body.body
  expect([status, read, body.rawBody]).toEqual([200, got, Buffer.from(sent).toString('base64')])
})

test('without its bytes a body must be text in its charset', async () => {
  const path = await aHook('text')
  const plain = (charset: string, sent: string) =>
    deliver(path, Buffer.from(sent, 'hex'), `text/plain; charset=${charset}`)
  const latin = await plain('latin1', 'e9')
  expect([latin.status, latin.body.body, latin.body.rawBody]).toEqual([200, 'é', 'é'])
  expect((await plain('nothing', '')).status).toBe(200)
  const refused = async (charset: string, sent: string) => {
    const { status, body } = await plain(charset, sent)
    return [status, body.error.code, body.error.message]
  }
  expect(await refused('nothing', '61')).toEqual([
    ...[415, 'UNSUPPORTED_MEDIA_TYPE'],
    'The charset of the content-type is not known: send the body in UTF-8',
  ])
  expect(await refused('utf-8', 'e9')).toEqual([400, 'INVALID_REQUEST', 'The body is not UTF-8 text'])
  expect(await refused('euc-jp', 'ff')).toEqual([400, 'INVALID_REQUEST', 'The body is not EUC-JP text'])
  const json = await deliver(path, Buffer.from('"é"', 'latin1'), 'application/json; charset=latin1')
  expect([json.status, json.body.error.message]).toEqual([400, 'The body is not UTF-8 text'])
})
