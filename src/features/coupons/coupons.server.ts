import type { BodyOf } from '#src/lib/contract.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound, conflict, invalidInput } from '#src/server/http/app-error.ts'
import { inSession, limitWith } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import {
  type CouponRow,
  countCoupons,
  endCoupon,
  findCoupon,
  insertCoupon,
  listCoupons,
  listSoldTools,
  lockCouponsOf,
} from './coupons.queries.ts'
import { type Coupon, couponsContract, MOST_COUPONS } from './coupons.schema.ts'

interface CouponDeps {
  readonly db: Db
  readonly limiter: Limiter
  readonly now: () => Date
}

const codeInUse = () => conflict('CODE_IN_USE', 'You have a coupon with this code. End it before you make another one')
const tooMany = () => conflict('TOO_MANY_COUPONS', `More than ${MOST_COUPONS} coupons cannot be kept`)

function stateOf({ ended_at, ends_at, starts_at, max_uses, uses }: CouponRow, now: Date): Coupon['state'] {
  if (ended_at !== null) return 'ended'
  if (ends_at !== null && ends_at <= now) return 'expired'
  if (max_uses !== null && uses >= max_uses) return 'used_up'
  return starts_at > now ? 'planned' : 'active'
}

const toCoupon = (row: CouponRow, now: Date): Coupon => ({
  ...{ id: row.id, code: row.code, tool: row.tool, percent: row.percent, centsOff: row.cents_off },
  ...{ maxUses: row.max_uses, uses: row.uses, state: stateOf(row, now) },
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
})

export function couponRoutes({ db, limiter, now }: CouponDeps): Route[] {
  const limit = limitWith(limiter)
  const mine = async (on: Db, ownerId: string, id: string) => {
    const row = await findCoupon(on, ownerId, id)
    assertFound(row, 'coupon')
    return { coupon: toCoupon(row, now()) }
  }
  return [
    route(couponsContract.list, [inSession], async ({ user }) => ({
      coupons: (await listCoupons(db, user.id)).map((row) => toCoupon(row, now())),
      tools: await listSoldTools(db, user.id),
    })),
    route(couponsContract.create, [inSession, limit('30/min', 'coupon')], ({ user, body, address }) =>
      db.transaction().execute(async (transaction) => {
        const { code, toolId, percent, centsOff, maxUses } = body
        await lockCouponsOf(transaction, user.id)
        assertWhole(body)
        const sold = await listSoldTools(transaction, user.id)
        if (toolId !== null && !sold.some(({ id }) => id === toolId))
          throw invalidInput([{ field: 'toolId', message: 'You do not sell such a tool' }])
        const { all, same } = await countCoupons(transaction, user.id, code)
        if (same > 0) throw codeInUse()
        if (all >= MOST_COUPONS) throw tooMany()
        const id = await insertCoupon(transaction, {
          ...{ ownerId: user.id, code, toolId, percent, centsOff, maxUses, ...daysOf(body, now()) },
        })
        await appendAudit(transaction, {
          ...{ actorId: user.id, action: 'coupon.made', target: `coupon ${id}`, address },
          details: { code, tool: toolId ?? 'all', percent: percent ?? 0, centsOff: centsOff ?? 0 },
        })
        return mine(transaction, user.id, id)
      }),
    ),
    route(couponsContract.end, [inSession], ({ user, params, address }) =>
      db.transaction().execute(async (transaction) => {
        if (!(await endCoupon(transaction, user.id, params.id, now()))) assertFound(undefined, 'coupon')
        await appendAudit(transaction, {
          ...{ actorId: user.id, action: 'coupon.ended', target: `coupon ${params.id}`, address },
        })
        return mine(transaction, user.id, params.id)
      }),
    ),
  ]
}

type Body = BodyOf<typeof couponsContract.create>

function assertWhole({ percent, centsOff }: Body): void {
  if ((percent === null) === (centsOff === null))
    throw invalidInput([{ field: 'percent', message: 'Say how much is taken off: a percentage or an amount' }])
}

function daysOf({ startsAt, endsAt }: Body, now: Date) {
  const days = { startsAt: startsAt === null ? now : new Date(startsAt), endsAt: endsAt && new Date(endsAt) }
  if (days.endsAt && (days.endsAt <= days.startsAt || days.endsAt <= now))
    throw invalidInput([{ field: 'endsAt', message: 'The end must be ahead, and after the start' }])
  return { startsAt: days.startsAt, endsAt: days.endsAt || null }
}
