import { type AppProcess, freePort, startApp } from '../e2e/support/app-process.ts'

export interface BenchApp {
  readonly process: AppProcess
  readonly url: string
  /** Where the server's inspector listens once SIGUSR1 has opened it. */
  readonly inspectorPort: number
  /** Calls the API as a signed-in person; throws on any failure. */
  api(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<unknown>
  /** Publishes a graph and gives the address of its webhook. */
  publish(name: string, graph: object): Promise<string>
}

/** A Fettle of its own, started as people start it, with one account. */
export async function startBenchApp(env: NodeJS.ProcessEnv): Promise<BenchApp> {
  const inspectorPort = await freePort()
  const options = { NODE_OPTIONS: `--inspect-port=127.0.0.1:${inspectorPort}` }
  const process = await startApp({ env: { LOG_LEVEL: 'warn', ...options, ...env } })
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-requested-with': 'bench' }
  const send = async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await fetch(process.url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const api: BenchApp['api'] = async (method, path, body) => (await send(method, path, body)).json()
  const registered = await send('POST', '/api/register', {
    name: 'Bench',
    email: 'bench@example.com',
    password: 'a long bench password',
  })
  headers.cookie = (registered.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return {
    process,
    url: process.url,
    inspectorPort,
    api,
    async publish(name, graph) {
      const { workflow } = (await api('POST', '/api/workflows', { name, graph })) as {
        workflow: { id: string; hookPath: string }
      }
      await api('POST', `/api/workflows/${workflow.id}/publish`, {})
      return process.url + workflow.hookPath
    },
  }
}
