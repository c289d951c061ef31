import { kindOf } from '#src/features/payments/event-kinds.ts'
import type { HandleObject } from '#src/features/payments/handle-events.server.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound } from '#src/server/http/app-error.ts'
import { fresh, limitWith, may } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { type EventRow, findEvent, listEvents, setReplayed } from './payment-events.queries.ts'
import { EVENTS_PER_PAGE, type PaymentEvent, paymentEventsContract } from './payment-events.schema.ts'

const toEvent = (row: EventRow): PaymentEvent => ({
  ...{ source: row.source, id: row.id, type: row.type, objectId: row.object_id, livemode: row.livemode },
  ...{ state: row.state, tries: row.tries, error: row.last_error, orderId: row.order_id },
  happenedAt: row.happened_at.toISOString(),
  receivedAt: row.received_at.toISOString(),
  handledAt: row.handled_at?.toISOString() ?? null,
  nextAt: row.next_at?.toISOString() ?? null,
})

interface PaymentEventsDeps {
  readonly db: Db
  readonly limiter: Limiter
  /** The provider that is asked again: events of another one cannot be acted on. */
  readonly source: string
  readonly handle: HandleObject
}

const LONGEST_ERROR = 500

/** Null when it went well. An event that nobody follows has nothing to go wrong. */
async function act({ handle }: PaymentEventsDeps, { type, object_id: objectId }: EventRow): Promise<string | null> {
  const kind = kindOf(type)
  try {
    if (kind !== undefined) await handle(kind, objectId)
    return null
  } catch (error) {
    return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, LONGEST_ERROR)
  }
}

export function paymentEventRoutes(deps: PaymentEventsDeps): Route[] {
  const { db, limiter, source } = deps
  const limit = limitWith(limiter)
  return [
    route(paymentEventsContract.list, [may('payments.read')], async ({ query: { state, search, cursor = '0' } }) => {
      const skip = Number(cursor)
      const rows = await listEvents(db, { state, search, skip })
      return {
        events: rows.slice(0, EVENTS_PER_PAGE).map(toEvent),
        cursor: rows.length > EVENTS_PER_PAGE ? String(skip + EVENTS_PER_PAGE) : null,
      }
    }),
    route(
      paymentEventsContract.replay,
      [may('payments.replay'), fresh, limit('60/min', 'replay an event')],
      async (asked) => {
        const { user, params, address } = asked
        const row = await findEvent(db, source, params.event)
        assertFound(row, 'event')
        const error = await act(deps, row)
        await setReplayed(db, source, row.id, error)
        await appendAudit(db, {
          ...{ actorId: user.id, action: 'payment-event.replayed', target: `event ${row.id}`, address },
          details: { type: row.type, outcome: error ?? 'handled' },
        })
        const after = await findEvent(db, source, row.id)
        assertFound(after, 'event')
        return { event: toEvent(after) }
      },
    ),
  ]
}
