// The parts of autocannon 9 that we use; the package brings no types.
declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    duration: number
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    body?: string
    /** Each connection sends them in turn. */
    requests?: { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body: string | Buffer }[]
  }
  interface Result {
    requests: { average: number; total: number }
    /** Milliseconds. */
    latency: { p50: number; p99: number; average: number }
    non2xx: number
    errors: number
    timeouts: number
  }
  interface Load extends Promise<Result> {
    on(event: 'response', listener: (client: object, status: number, bytes: number, milliseconds: number) => void): this
  }
  export default function autocannon(options: Options): Load
}
