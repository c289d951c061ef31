import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSameSecret } from '#src/server/crypto/form-secret.ts'

interface Person {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

/** How this provider misbehaves. */
export type Fault = 'down' | 'hangs' | 'foreign-key' | 'other-audience' | 'other-nonce' | 'expired' | 'no-id-token'

interface Grant {
  readonly person: Person
  readonly challenge: string
  readonly nonce: string
  readonly redirectUri: string
}

export interface TestProvider {
  readonly issuer: string
  /** Who signs in there next. */
  person: Person
  fault: Fault | undefined
  /** Follows the address that a browser was sent to; answers the query with which it comes back. */
  visit(url: string): Promise<string>
  stop(): Promise<void>
}

export const CLIENT = { id: 'fettle', secret: 'provider secret' }

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const json = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const part of request) text += String(part)
  return new URLSearchParams(text)
}

interface Signing {
  readonly issuer: string
  readonly fault: Fault | undefined
  readonly privateKey: KeyObject
}

function idTokenOf({ person, nonce }: Grant, { issuer, fault, privateKey }: Signing): string {
  const now = Math.floor(Date.now() / 1000)
  const head = encode({ alg: 'RS256', kid: 'one', typ: 'JWT' })
  const claims = encode({
    iss: issuer,
    aud: fault === 'other-audience' ? 'another client' : CLIENT.id,
    iat: fault === 'expired' ? now - 7200 : now,
    exp: fault === 'expired' ? now - 3600 : now + 300,
    nonce: fault === 'other-nonce' ? 'another visit' : nonce,
    ...person,
  })
  return `${head}.${claims}.${sign('sha256', Buffer.from(`${head}.${claims}`), privateKey).toString('base64url')}`
}

const BASIC = `Basic ${Buffer.from(`${CLIENT.id}:${encodeURIComponent(CLIENT.secret).replaceAll('%20', '+')}`).toString('base64')}`
/** By header or by form (RFC 6749, section 2.3.1). */
const isClient = ({ headers }: IncomingMessage, form: URLSearchParams) =>
  headers.authorization === BASIC ||
  (form.get('client_id') === CLIENT.id && isSameSecret(form.get('client_secret') ?? '', CLIENT.secret))

const configurationOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})

/** An OpenID Connect provider in this process: code flow, PKCE S256, client secret, single-use codes, RS256. */
export async function startTestProvider(): Promise<TestProvider> {
  const [key, foreignKey] = [newKey(), newKey()]
  const grants = new Map<string, Grant>()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const keyInUse = () => (provider.fault === 'foreign-key' ? foreignKey : key).privateKey

  const authorize = (query: URLSearchParams, response: ServerResponse) => {
    const redirectUri = query.get('redirect_uri') ?? ''
    const code = randomUUID()
    grants.set(code, {
      person: provider.person,
      challenge: query.get('code_challenge') ?? '',
      nonce: query.get('nonce') ?? '',
      redirectUri,
    })
    const back = new URL(redirectUri)
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    response.writeHead(302, { location: back.href }).end()
  }

  const exchange = async (request: IncomingMessage, response: ServerResponse) => {
    const form = await readForm(request)
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    if (!isClient(request, form)) return json(response, 401, { error: 'invalid_client' })
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (grant === undefined || grant.challenge !== verifier || grant.redirectUri !== form.get('redirect_uri'))
      return json(response, 400, { error: 'invalid_grant' })
    const tokens = { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300 }
    return json(
      response,
      200,
      provider.fault === 'no-id-token'
        ? tokens
        : { ...tokens, id_token: idTokenOf(grant, { issuer, fault: provider.fault, privateKey: keyInUse() }) },
    )
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (provider.fault === 'hangs') return
    if (provider.fault === 'down') return json(response, 503, { error: 'temporarily_unavailable' })
    const url = new URL(request.url ?? '/', issuer)
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json(response, 200, configurationOf(issuer))
      case '/keys':
        return json(response, 200, {
          keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
        })
      case '/authorize':
        return authorize(url.searchParams, response)
      case '/token':
        return exchange(request, response)
      default:
        return json(response, 404, { error: 'not_found' })
    }
  }

  const provider: TestProvider = {
    issuer,
    person: { sub: 'nobody' },
    fault: undefined,
    async visit(url) {
      const answered = await fetch(url, { redirect: 'manual' })
      return new URL(answered.headers.get('location') ?? '').search.slice(1)
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return provider
}
