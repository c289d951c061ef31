import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchApp } from './bench-app.ts'
import { type Figure, quantile, rounded } from './figures.ts'

const IN_FLIGHT = 50
const SECONDS = 6
/** Between two looks at /healthz. */
const PAUSE_MS = 10

/** Every attempt is of another person at another address: limits are not what is measured here. */
async function logIn(url: string, attempt: number): Promise<number> {
  const { status } = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'bench',
      'x-forwarded-for': `198.${18 + (attempt >> 16)}.${(attempt >> 8) & 255}.${attempt & 255}`,
    },
    body: JSON.stringify({ email: `nobody${attempt}@example.com`, password: 'a guess of somebody' }),
  })
  return status
}

/** How quickly others are answered while 50 sign-ins are being checked; the app must trust its proxy's addresses. */
export async function loginBench({ url }: BenchApp): Promise<Figure[]> {
  const until = performance.now() + SECONDS * 1000
  let attempts = 0
  let checked = 0
  const person = async () => {
    while (performance.now() < until) {
      const status = await logIn(url, attempts++)
      if (status !== 401) throw new Error(`POST /api/login answered ${status}`)
      checked += 1
    }
  }
  const times: number[] = []
  const watch = async () => {
    while (performance.now() < until) {
      const begun = performance.now()
      const { ok } = await fetch(`${url}/healthz`)
      if (!ok) throw new Error('GET /healthz failed')
      times.push(performance.now() - begun)
      await sleep(PAUSE_MS)
    }
  }
  await Promise.all([watch(), ...Array.from({ length: IN_FLIGHT }, person)])
  times.sort((a, b) => a - b)
  const at = `/healthz during ${IN_FLIGHT} sign-ins at once`
  return [
    { name: `${at}: p50`, value: rounded(quantile(times, 0.5)), unit: 'ms' },
    { name: `${at}: p95`, value: rounded(quantile(times, 0.95)), unit: 'ms', target: '< 50 ms' },
    { name: `${at}: slowest`, value: rounded(times.at(-1) ?? Number.NaN), unit: 'ms' },
    { name: 'passwords checked', value: rounded(checked / SECONDS), unit: 'req/s' },
  ]
}
