import autocannon from 'autocannon'
import { type Figure, rounded } from './figures.ts'

export interface LoadOptions {
  readonly name: string
  readonly url: string
  readonly connections: number
  readonly seconds?: number
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly targets?: { readonly rate?: string; readonly p50?: string; readonly p99?: string }
}

const WARM_UP_SECONDS = 2

/** Requests per second and latency at a number of connections, warmed up; any failed request is an error. */
export async function load(options: LoadOptions): Promise<Figure[]> {
  const { name, url, connections, seconds = 6, body, targets = {} } = options
  const request = {
    url,
    connections,
    method: body === undefined ? ('GET' as const) : ('POST' as const),
    headers: { 'content-type': 'application/json', 'x-requested-with': 'bench', ...options.headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  await autocannon({ ...request, duration: WARM_UP_SECONDS })
  const { requests, latency, non2xx, errors, timeouts } = await autocannon({ ...request, duration: seconds })
  const failed = non2xx + errors + timeouts
  if (failed > 0) throw new Error(`${name}: ${failed} of ${requests.total} requests failed`)
  const at = `${name}, ${connections} connection${connections === 1 ? '' : 's'}`
  return [
    { name: at, value: rounded(requests.average), unit: 'req/s', ...(targets.rate && { target: targets.rate }) },
    { name: `${at}: p50`, value: latency.p50, unit: 'ms', ...(targets.p50 && { target: targets.p50 }) },
    { name: `${at}: p99`, value: latency.p99, unit: 'ms', ...(targets.p99 && { target: targets.p99 }) },
  ]
}
