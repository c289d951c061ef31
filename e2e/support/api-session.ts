import { z } from '#src/lib/zod.ts'

const Created = z.object({ workflow: z.object({ id: z.string(), hookPath: z.string() }) })
const Listed = z.object({ executions: z.array(z.object({ id: z.string(), status: z.string() })) })
const Shown = z.object({
  execution: z.object({
    status: z.string(),
    output: z.unknown(),
    steps: z.array(z.object({ key: z.string(), status: z.string(), output: z.unknown() })),
  }),
})

/** One signed-in person, as the browser client calls the API. The session outlives a restart. */
export interface ApiSession {
  publish(name: string, graph: object): Promise<{ id: string; hookPath: string }>
  /** The newest first. */
  executions(workflowId: string): Promise<z.infer<typeof Listed>['executions']>
  execution(id: string): Promise<z.infer<typeof Shown>['execution']>
}

export async function register(url: string): Promise<ApiSession> {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-requested-with': 'e2e' }
  async function send(method: 'GET' | 'POST', path: string, body?: object): Promise<Response> {
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse 42' }
  const registered = await send('POST', '/api/register', account)
  headers.cookie = (registered.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const json = async (method: 'GET' | 'POST', path: string, body?: object) => (await send(method, path, body)).json()
  return {
    async publish(name, graph) {
      const { workflow } = Created.parse(await json('POST', '/api/workflows', { name, graph }))
      await send('POST', `/api/workflows/${workflow.id}/publish`, {})
      return workflow
    },
    executions: async (id) => Listed.parse(await json('GET', `/api/workflows/${id}/executions`)).executions,
    execution: async (id) => Shown.parse(await json('GET', `/api/executions/${id}`)).execution,
  }
}
