import { DBOS } from '@dbos-inc/dbos-sdk'
import type { FastifyInstance } from 'fastify'
import { listBuiltins, syncBuiltins } from '#src/features/catalog/builtin-tools.server.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import { connect, type Db } from '#src/server/database.ts'
import { parseEnv } from '#src/server/env.ts'
import { createLogger } from '#src/server/log.ts'
import { freshDatabase, makeTemplate, type TestDatabase } from '#src/server/test-database.ts'
import { createParts, type Parts } from './parts.ts'
import { createServer } from './server.ts'

interface Answered {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
}

type Headers = Readonly<Record<string, string>>

/** Calls the API as one browser would: keeps its cookies, sends the headers that our own client sends. */
export interface TestBrowser {
  get(url: string, headers?: Headers): Promise<Answered>
  post(url: string, body?: unknown, headers?: Headers): Promise<Answered>
  send(method: 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown, headers?: Headers): Promise<Answered>
  /** The header that carries its cookies. */
  cookie(): string
}

export interface Person extends TestBrowser {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly password: string
}

export interface TestApp {
  readonly app: FastifyInstance
  readonly database: TestDatabase
  readonly parts: Parts
  visitor(): TestBrowser
  /** A new account, signed in. */
  aPerson(): Promise<Person>
  stop(): Promise<void>
}

interface TestAppOptions {
  readonly sandbox?: Sandbox
  readonly env?: NodeJS.ProcessEnv
}

const STARTED = 'fettle_started'
/** What takes a first start a second and a half, and hundreds of tests begin with: built-in tools and tables of DBOS. */
async function asFirstStarted({ db, appUrl }: { db: Db; appUrl: string }): Promise<void> {
  await syncBuiltins(db)
  DBOS.setConfig({ name: 'fettle', systemDatabaseUrl: appUrl, runAdminServer: false, logLevel: 'error' })
  await DBOS.launch()
  await DBOS.shutdown({ deregister: true })
}

const noSandbox: Sandbox = {
  run: async () => ({
    ok: false,
    error: { code: 'SANDBOX_UNAVAILABLE', message: 'This test has no sandbox', retryAfter: 1 },
  }),
  stop: async () => {},
}

/** The whole application without its pages, on a database of its own. */
export async function startTestApp({ sandbox = noSandbox, env: given = {} }: TestAppOptions = {}): Promise<TestApp> {
  const env = parseEnv({
    LOG_LEVEL: process.env.TEST_LOG ?? 'fatal',
    NODE_ENV: 'test',
    PUBLIC_URL: 'http://localhost:3000',
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    ...given,
  })
  const log = createLogger(env)
  await makeTemplate(STARTED, asFirstStarted)
  const database = await freshDatabase(STARTED)
  const own = connect({ url: database.appUrl })
  const builtins = await listBuiltins()
  const parts = await createParts({ env, log, database: own, databaseUrl: database.appUrl, sandbox, builtins })
  const app = await createServer({ env, log, database: own, ...parts, dev: false, withPages: false })
  await app.ready()
  let people = 0
  return {
    app,
    database,
    parts,
    visitor: () => aBrowser(app),
    async aPerson() {
      people += 1
      const person = { name: `Person ${people}`, email: `person${people}@example.com`, password: 'correct horse 42' }
      const browser = aBrowser(app)
      const { body } = await browser.post('/api/register', person)
      return { ...browser, ...person, id: String(body.id) }
    },
    async stop() {
      await app.close()
      await parts.stop()
      await own.close()
      await database.drop()
    },
  }
}

/** With an address of their own, where limits are for an address too; for an application with TRUST_PROXY. */
export const atHome = (person: Person): Person => ({
  ...person,
  post: (url, body, headers = {}) =>
    person.post(url, body, { 'x-forwarded-for': `198.51.100.${person.name.replace('Person ', '')}`, ...headers }),
})

function aBrowser(app: FastifyInstance): TestBrowser {
  const cookies = new Map<string, string>()
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body: unknown,
    more: Headers,
  ) => {
    const response = await app.inject({
      method,
      url,
      headers: { 'x-requested-with': 'test', cookie: toHeader(cookies), ...more },
      ...(body !== undefined && { payload: body as object }),
    })
    for (const { name, value } of response.cookies) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = response.body
    return {
      status: response.statusCode,
      body: text.startsWith('{') ? JSON.parse(text) : {},
      headers: response.headers,
    }
  }
  return {
    get: (url, headers = {}) => call('GET', url, undefined, headers),
    post: (url, body, headers = {}) => call('POST', url, body, headers),
    send: (method, url, body, headers = {}) => call(method, url, body, headers),
    cookie: () => toHeader(cookies),
  }
}

const toHeader = (cookies: ReadonlyMap<string, string>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
