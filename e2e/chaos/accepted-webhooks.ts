import { setTimeout as sleep } from 'node:timers/promises'
import { acceptedTargets, type Target } from './accepted-targets.ts'
import { checkAccepted } from './check-accepted.ts'
import type { Fault } from './database-proxy.ts'
import { type Door, faultAt } from './faults.ts'
import type { Fleet } from './fleet.ts'
import { type Accepted, untilAllEnded } from './orders.ts'
import { oneOf, randomFrom } from './random.ts'
import type { Result } from './result.ts'
import type { Stage } from './stage.ts'

export interface AcceptedWebhooksOptions {
  /** So many web processes are killed in turn: while one starts again, another one has its turn. */
  readonly doors: number
  /** Statements of one lonely request to each webhook, each the last one once before and once after it is carried out. */
  readonly statements: number
  /** Of these only each n-th. */
  readonly every: number
  /** Then as many crowds as it takes to have so many accepted, each of so many requests and broken off by a kill. */
  readonly accepted: number
  readonly crowd: number
  readonly seed: number
}

interface OpenDoor extends Door {
  isOpen: Promise<void>
}

interface Round extends Fault {
  /** Whose process is killed. */
  readonly at: 'web' | 'worker'
  readonly targets: readonly Target[]
}

const WHENS = ['before', 'after'] as const
/** What a request of a crowd takes at most: some kills come when nearly all of it is accepted. */
const STATEMENTS_EACH = 3
const MOST_CROWDS = 200
/** Not each of them comes to the worker that is killed. */
const REQUESTS_FOR_WORKER = 8

const lonelyRounds = (targets: readonly Target[]): Round[] =>
  targets.flatMap((target) =>
    target.places.flatMap(({ at, statements, ...since }) => {
      const requests = Array.from({ length: at === 'worker' ? REQUESTS_FOR_WORKER : 1 }, () => target)
      return Array.from({ length: statements }, (_, index) =>
        WHENS.map((when) => ({ ...since, at, statement: index + 1, when, targets: requests })),
      ).flat()
    }),
  )

const crowdOf = (targets: readonly Target[], size: number, random: () => number): Round => ({
  at: 'web',
  statement: 1 + Math.floor(random() * size * STATEMENTS_EACH),
  when: oneOf(WHENS, random),
  targets: Array.from({ length: size }, () => oneOf(targets, random)),
})

/** Sends what a round says while the process of a door is killed; answers who was told that it is accepted. */
async function breakIn({ fleet, web }: Stage, door: Door, { targets, at, ...fault }: Round, next: () => number) {
  const { app } = at === 'web' ? door.member : web
  const send = async (target: Target) => {
    const n = next()
    return { target, n, id: await target.send(app.url, n) }
  }
  const { answer } = await faultAt(fleet, door, fault, () => Promise.all(targets.map(send)))
  return answer
}

async function openDoor(fleet: Fleet, role: 'web' | 'worker'): Promise<OpenDoor> {
  const proxy = await fleet.anotherProxy()
  return { proxy, member: await fleet.add(role, { proxy }), isOpen: Promise.resolve() }
}

/** As if so much time had passed that what was claimed is taken for that of a dead process. */
async function letTimePass(fleet: Fleet): Promise<void> {
  await fleet.query("update idempotency set created_at = created_at - interval '2 minutes' where status is null")
  await fleet.query("update webhook_delivery set claimed_at = claimed_at - interval '1 minute'")
}

/** kill -9 between any two statements that accept a request or begin what follows from it, whichever way that takes. */
export async function acceptedWebhooks(stage: Stage, options: AcceptedWebhooksOptions): Promise<Result> {
  const { fleet, web } = stage
  const accepting = await acceptedTargets(stage, options.statements)
  const { targets } = accepting
  const doors: OpenDoor[] = []
  while (doors.length < options.doors) doors.push(await openDoor(fleet, 'web'))
  const worker = await openDoor(fleet, 'worker')
  const accepted: (Accepted & { readonly target: Target })[] = []
  async function repeatUntilAccepted(target: Target, n: number): Promise<void> {
    for (;;) {
      const id = await target.send(web.app.url, n)
      if (id !== null) return void accepted.push({ id, n, target })
      await sleep(1000)
    }
  }

  let sent = 0
  let kills = 0
  const repeated: Promise<void>[] = []
  async function act(round: Round): Promise<void> {
    const door = round.at === 'worker' ? worker : (doors[kills % doors.length] as OpenDoor)
    kills += 1
    await door.isOpen
    const sentNow = await breakIn(stage, door, round, () => sent++)
    await letTimePass(fleet)
    for (const { target, n, id } of sentNow) {
      if (id !== null) accepted.push({ id, n, target })
      if (target.isOnce) repeated.push(repeatUntilAccepted(target, n))
    }
    door.isOpen = fleet.startAgain(door.member)
  }
  const lonely = lonelyRounds(targets).filter((_, index) => index % options.every === 0)
  for (const round of lonely) await act(round)
  const random = randomFrom(options.seed)
  const crowds = targets.filter(({ takesCrowds }) => takesCrowds)
  for (let count = 0; count < MOST_CROWDS && accepted.length < options.accepted; count++)
    await act(crowdOf(crowds, options.crowd, random))
  await Promise.all([...[...doors, worker].map(({ isOpen }) => isOpen), ...repeated])
  await untilAllEnded(fleet, 300_000)

  const { ids, repeats, wrong, told } = await checkAccepted(stage, accepting)
  if (accepted.length < options.accepted) wrong.push(`only ${accepted.length} requests were accepted`)
  const lost = accepted.filter(({ id, n }) => ids.get(id) !== n).map(({ id }) => id)
  const note = `${sent} sent, ${accepted.length} accepted, ${told} failures told`
  return { item: 'killed while accepting', runs: ids.size, kills, repeats, wrong, lost, note }
}
