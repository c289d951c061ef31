import type { IncomingMessage, ServerResponse } from 'node:http'
import { queryDatabase } from '../support/app-database.ts'
import type { AppProcess } from '../support/app-process.ts'
import { expectStatus, type Person } from './people.ts'

/** Nobody writes this by chance, nor one of its spellings. */
export const CANARY = 'canary & bird/7f3a+91?"q'

const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '')
const SPELLINGS: Readonly<Record<string, string>> = {
  'as it is': CANARY,
  'in an address': encodeURIComponent(CANARY),
  'in a form': new URLSearchParams({ v: CANARY }).toString().slice(2),
  'in JSON': JSON.stringify(CANARY).slice(1, -1),
  'in base64': base64(CANARY),
  'in basic sign-in': base64(`ada:${CANARY}`),
  'in hexadecimal': Buffer.from(CANARY).toString('hex'),
}

/** In which spellings a text holds it. */
export const spellingsIn = (text: string): string[] =>
  Object.entries(SPELLINGS).flatMap(([name, spelling]) => (text.includes(spelling) ? [name] : []))

/** Repeats all that it was sent, in its status line, headers and body. */
export function echo({ method, url, headers }: IncomingMessage, response: ServerResponse): void {
  const status = url?.startsWith('/fails') ? 500 : 200
  const { authorization = '', 'x-api-key': key = '' } = headers
  const [, proof = ''] = authorization.split(' ')
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-echo': encodeURIComponent(`${authorization} ${String(key)}`),
  })
  const decoded = Buffer.from(proof, 'base64').toString()
  response.end(JSON.stringify({ method, url, headers, decoded, hex: Buffer.from(proof).toString('hex') }))
}

const call = (key: string, config: object, more: object = {}) => ({
  ...{ id: key, key, type: 'http', name: key },
  config: { secret: 'canary', ...config },
  ...more,
})

/** A secret in every place where a step may send one, to a server that answers, one that fails, and to none. */
export const canaryGraph = (url: string) => {
  const goesOn = { onError: 'continue' }
  const steps = [
    { id: 'start', key: 'start', type: 'manual', name: 'Start' },
    call('in_header', { url, auth: 'header', authName: 'X-API-Key' }),
    call('in_url', { url: `${url}/?page=1`, auth: 'query', authName: 'key' }),
    call('basic', { url, method: 'POST', auth: 'basic', username: 'ada', bodyKind: 'json', body: { n: 1 } }),
    call('fails', { url: `${url}/fails`, auth: 'query', authName: 'key' }, goesOn),
    call('no_json', { url: `${url}/fails`, auth: 'basic', failFromStatus: 600, responseKind: 'text' }, goesOn),
    call('unreachable', { url: 'http://127.0.0.1:9/', auth: 'query', authName: 'key' }, goesOn),
    {
      ...{ id: 'copy', key: 'copy', type: 'set', name: 'Copy' },
      config: { values: { again: '{{ steps.in_url.body }}', joined: 'x{{ steps.basic.body.decoded }}x' } },
    },
  ]
  return {
    nodes: steps,
    edges: steps.slice(1).map(({ id }, index) => ({ from: steps[index]?.id, to: id })),
  }
}

const STEP_PARTS = ['input', 'output']

/** Everything that its owner can read of a run and its workflow. */
export async function toldOf(person: Person, workflowId: string, executionId: string): Promise<Map<string, string>> {
  const paths = [
    `/api/workflows/${workflowId}`,
    `/api/workflows/${workflowId}/executions`,
    `/api/workflows/${workflowId}/export`,
    `/api/workflows/${workflowId}/versions`,
    `/api/executions/${executionId}`,
    `/workflows/${workflowId}/executions/${executionId}`,
    '/api/secrets',
    '/api/secrets/canary',
    '/api/account/exports',
    ...canaryGraph('').nodes.flatMap(({ id }) =>
      STEP_PARTS.map((part) => `/api/executions/${executionId}/steps/${id}/${part}`),
    ),
  ]
  const texts = new Map<string, string>()
  for (const path of paths) texts.set(path, expectStatus(await person.get(path), 200).text)
  return texts
}

/** Every row of the tables that the engine keeps beside ours. */
export async function dumpOfEngine(app: AppProcess): Promise<string> {
  const tables = await queryDatabase(app.dataDir, "select tablename from pg_tables where schemaname = 'dbos'")
  const texts: string[] = []
  for (const { tablename } of tables)
    for (const { text } of await queryDatabase(app.dataDir, `select t::text as text from dbos."${tablename}" t`))
      texts.push(String(text))
  return texts.join('\n')
}
