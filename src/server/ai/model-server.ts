import { createEgress, type Egress } from '../egress/egress.ts'
import type { AiSettings } from '../env-services.ts'
import { type AskModel, askModel } from './ask-model.ts'

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** "localhost:11434": the operator's own choice, so that a private address is as good as a public one. */
function allowed(baseUrl: string): string {
  const { protocol, hostname, port } = new URL(baseUrl)
  return `${hostname}:${port || PORTS[protocol]}`
}

/** The library's way out. It leads to the operator's server only: no redirect is followed. */
const fetchThrough =
  (egress: Egress, timeoutMs: number | undefined): typeof fetch =>
  async (address, { body, headers, signal } = {}) => {
    const answer = await egress.fetch({
      method: 'POST',
      url: String(address),
      headers: Object.fromEntries(new Headers(headers)),
      followRedirects: false,
      ...(typeof body === 'string' && { body }),
      ...(signal && { signal }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    })
    return new Response(answer.status === 204 || answer.status === 304 ? null : answer.body, answer)
  }

/** Asks the operator's server in the OpenAI protocol, through an egress client of its own that may reach it. */
export function createModelServer(settings: AiSettings): AskModel {
  const { baseUrl, apiKey, model, json } = settings
  const egress = createEgress({ allow: [allowed(baseUrl)] })
  return async (question, { signal }) => {
    // Only here: 20 MB of memory that a server without AI steps does not need.
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const provider = createOpenAICompatible({
      name: 'ai',
      baseURL: baseUrl,
      ...(apiKey !== undefined && { apiKey }),
      includeUsage: true,
      supportsStructuredOutputs: json === 'schema',
      fetch: fetchThrough(egress, question.timeoutMs),
    })
    return askModel(provider.chatModel(question.model ?? model), question, { signal, json })
  }
}
