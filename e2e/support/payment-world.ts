import { mkdtempSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { startFakeStripe } from '#src/features/payments/stripe/fake-stripe-fixture.ts'
import { connect } from '#src/server/database.ts'
import { migrate } from '#src/server/migrations.ts'
import { startPostgres } from '#src/server/postgres/cluster.ts'

// A payment provider in a process of its own, with a database of its own: Stripe's API on one port, and on another what
// its people, its cards and these tests do there. It ends with the process that started it.
const [secretKey = ''] = process.argv.slice(2)

const dataDir = mkdtempSync(join(tmpdir(), 'fettle-e2e-provider-'))
await chmod(dataDir, 0o755)
const postgres = await startPostgres({ dataDir, settings: { fsync: 'off' } })
await migrate({ url: postgres.connection.url })
const { db, pool } = connect({ url: postgres.connection.url })
const world = createEmbeddedProvider({ db, webhookSecret: 'whsec_e2e', publicUrl: 'http://localhost' })

/** The call whose answer is kept back, as `POST /v1/transfers`; and whether it came. */
let withheld = ''
let isWithheld = false
const stripe = await startFakeStripe(world, secretKey, async ({ method, path }) => {
  if (withheld === '' || !`${method} ${path}`.startsWith(withheld)) return
  isWithheld = true
  // Whoever asked is killed meanwhile; its connection goes with it.
  await new Promise<never>(() => {})
})

type Ask = (asked: never) => Promise<object>
const asks: Readonly<Record<string, Ask>> = {
  withhold: async ({ call }: { call: string }) => {
    ;[withheld, isWithheld] = [call, false]
    return {}
  },
  withheld: async () => ({ isWithheld }),
  confirm: (form: Parameters<typeof world.confirm>[0]) => world.confirm(form),
  dispute: ({ intentId }: { intentId: string }) => world.openDispute(intentId),
  onboard: async ({ token }: { token: string }) => world.finishOnboarding(token, 'pays'),
  moved: async () => {
    const { rows } = await pool.query(
      `select coalesce(sum(balance), 0)::int as balance, coalesce(json_object_agg(kind, times), '{}') as times
         from (select kind, sum(amount - fee) as balance, count(*)::int as times
                 from test_payments.balance_move group by kind) moves`,
    )
    return rows[0]
  },
}

async function bodyOf(request: IncomingMessage): Promise<never> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return JSON.parse(text) as never
}

const desk = createServer((request, response) => {
  const ask = asks[request.url?.slice(1) ?? '']
  void bodyOf(request)
    .then((body) => ask?.(body))
    .then(
      (answer) => response.end(JSON.stringify(answer)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
})
desk.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ stripe: stripe.at.port, desk: (desk.address() as AddressInfo).port })}\n`)
})

async function stop(): Promise<void> {
  desk.close()
  await stripe.stop()
  await pool.end()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
}
process.stdin.resume().once('end', () => void stop())
