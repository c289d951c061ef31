import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Headers = Readonly<Record<string, string | undefined>>

export interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** {} where the answer is no JSON object. */
  readonly body: Readonly<Record<string, unknown>>
  /** Code of the error envelope. */
  readonly code: string | undefined
}

export interface Sent {
  /** Sent as JSON, but for text and bytes, which are sent as they are. */
  readonly body?: unknown
  /** An undefined value takes a header away that is usually sent. */
  readonly headers?: Headers
}

/** Somebody who calls the API without a browser: may send any header, and keeps cookies as a browser does. */
export interface Caller {
  readonly cookies: Map<string, string>
  send(method: string, path: string, sent?: Sent): Promise<Answered>
  get(path: string, headers?: Headers): Promise<Answered>
  post(path: string, body?: unknown, headers?: Headers): Promise<Answered>
}

interface CallerOptions {
  readonly port: number
  /** Of every call, unless the call says otherwise. */
  readonly headers?: Headers
  readonly cookies?: ReadonlyMap<string, string>
}

const agent = new Agent({ keepAlive: true, maxSockets: 400 })

const isRaw = (body: unknown): body is string | Buffer => typeof body === 'string' || Buffer.isBuffer(body)

/** One exchange: sends what our own client would, unless told otherwise. */
function exchange(port: number, method: string, path: string, headers: Headers, body: unknown): Promise<Answered> {
  const payload = body === undefined || isRaw(body) ? body : JSON.stringify(body)
  const sent = Object.entries({
    ...(payload !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    ...headers,
  }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, host: 'localhost', port, method, path, headers: Object.fromEntries(sent) })
    outgoing.on('error', reject).on('response', (response) => {
      const answered = response
        .toArray()
        .then((parts) => toAnswered(response.statusCode ?? 0, response.headers, Buffer.concat(parts).toString()))
      resolve(answered)
    })
    outgoing.end(payload)
  })
}

function toAnswered(status: number, headers: IncomingHttpHeaders, text: string): Answered {
  const isJson = headers['content-type']?.startsWith('application/json') === true && text.startsWith('{')
  const body: Answered['body'] = isJson ? JSON.parse(text) : {}
  const { error } = body
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined
  return { status, headers, text, body, code }
}

export function createCaller({ port, headers: usual = {}, cookies: given = new Map() }: CallerOptions): Caller {
  const cookies = new Map(given)
  const send: Caller['send'] = async (method, path, { body, headers = {} } = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const all = { 'x-requested-with': 'e2e', ...(cookie !== '' && { cookie }), ...usual, ...headers }
    const answered = await exchange(port, method, path, all, body)
    for (const line of answered.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answered
  }
  return {
    cookies,
    send,
    get: (path, headers = {}) => send('GET', path, { headers }),
    post: (path, body, headers = {}) => send('POST', path, { body, headers }),
  }
}
