import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { serverCommand } from './app-process.ts'

/** A payment provider that goes on when Fettle is killed. */
export interface PaymentProcess {
  readonly pid: number
  /** For `startApp`: a Fettle whose Stripe is this one. */
  readonly command: readonly [string, ...string[]]
  readonly env: NodeJS.ProcessEnv
  ask(what: 'withhold', body: { call: string }): Promise<object>
  ask(what: 'withheld'): Promise<{ isWithheld: boolean }>
  ask(what: 'confirm', body: { clientSecret: string; accountId: string; card: object }): Promise<object>
  ask(what: 'dispute', body: { intentId: string }): Promise<object>
  ask(what: 'onboard', body: { token: string }): Promise<object>
  ask(what: 'moved'): Promise<Moved>
  stop(): Promise<void>
}

/** What has moved there, ever. */
export interface Moved {
  readonly balance: number
  /** How often, by what it was: a charge, a refund, a dispute, a transfer. */
  readonly times: Readonly<Record<string, number>>
}

const SECRET_KEY = 'sk_test_e2e'

export async function startPaymentProcess(): Promise<PaymentProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'payment-world.ts'), SECRET_KEY], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const [line] = (await Promise.race([
    once(lines, 'line'),
    ended.then(([code]) => Promise.reject(new Error(`The payment provider ended with ${code}`))),
  ])) as [string]
  const ports = JSON.parse(line) as { stripe: number; desk: number }
  const [program, ...args] = serverCommand
  return {
    pid: child.pid ?? 0,
    command: [program ?? '', '--import', join(import.meta.dirname, 'stripe-nearby.mjs'), ...args],
    env: {
      E2E_STRIPE_PORT: String(ports.stripe),
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_e2e',
      STRIPE_WEBHOOK_SECRET: 'whsec_e2e',
    },
    async ask(what: string, body: object = {}) {
      const answer = await fetch(`http://127.0.0.1:${ports.desk}/${what}`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${what}: ${await answer.text()}`)
      return (await answer.json()) as never
    },
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}
