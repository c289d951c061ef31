import type { Db } from '#src/server/database.ts'
import { toFailure } from '../declines.ts'
import type { CardInput, Confirmation } from '../payments.schema.ts'
import type { Intent, NewIntent, SavedCard, Setup } from '../provider.ts'
import {
  findCard,
  findIntent,
  type IntentRow,
  insertCard,
  insertCustomer,
  insertIntent,
  keepCard,
  listIntentsOf,
  lockIntent,
  requireCustomer,
  toIntent,
  updateIntent,
} from './intents.queries.ts'
import { type Behaviour, type BehaviourName, behaviours, readCard } from './known-cards.ts'
import { addEvent, addLater, addMove, newId, once, readClock, refused } from './world.queries.ts'

const DAY_MS = 86_400_000
const HOUR_S = 3600

/** 2.9 % and 30 cents, halves of a cent up. */
export const feeOf = (amount: number): number => Math.floor((amount * 29 + 500) / 1000) + 30

export const createCustomer = (db: Db, { accountId, key }: { accountId: string; key: string }) =>
  once(db, key, { customer: accountId }, async (transaction) => ({ id: await insertCustomer(transaction, accountId) }))

export function createIntent(db: Db, { key, ...asked }: NewIntent): Promise<Intent> {
  const { orderId, amount, customerId, description, saveCard = false, offSessionCard } = asked
  return once(db, key, asked, async (transaction) => {
    if (!Number.isSafeInteger(amount) || amount < 50)
      throw refused('amount_too_small', 'The amount must be whole cents, 50 at least.')
    await requireCustomer(transaction, customerId)
    const metadata = { ...asked.metadata, orderId }
    const values = { kind: 'payment', customerId, amount, description, metadata, savesCard: saveCard } as const
    const row = await insertIntent(transaction, values)
    return toIntent(offSessionCard === undefined ? row : await chargeKept(transaction, row, offSessionCard))
  })
}

export const createSetup = (db: Db, { customerId, key }: { customerId: string; key: string }) =>
  once(db, key, { setup: customerId }, async (transaction) => {
    await requireCustomer(transaction, customerId)
    const values = { kind: 'setup', customerId, amount: 0, description: '', metadata: {}, savesCard: true } as const
    const { id, client_secret: clientSecret } = await insertIntent(transaction, values)
    return { id, clientSecret }
  })

export async function getSetup(db: Db, id: string): Promise<Setup> {
  const { status, client_secret: clientSecret, card_id } = await findIntent(db, id, 'setup')
  const isOver = status === 'succeeded' || status === 'canceled'
  return { id, status: isOver ? status : 'open', clientSecret, cardId: status === 'succeeded' ? card_id : null }
}

export const getIntent = async (db: Db, id: string): Promise<Intent> => toIntent(await findIntent(db, id))

export const listIntents = async (db: Db, customerId: string): Promise<readonly Intent[]> =>
  (await listIntentsOf(db, customerId)).map(toIntent)

export async function getCard(db: Db, id: string): Promise<SavedCard> {
  const { brand, last4, expMonth, expYear } = await findCard(db, id)
  return { id, brand, last4, expMonth, expYear }
}

export const cancelIntent = (db: Db, id: string, key: string): Promise<Intent> =>
  once(db, key, { cancel: id }, async (transaction) => {
    const row = await lockIntent(transaction, 'id', id)
    if (row.status === 'canceled') return toIntent(row)
    if (row.status === 'succeeded') throw refused('payment_intent_unexpected_state', 'This payment has succeeded.')
    await addEvent(transaction, `${eventPrefix(row)}.canceled`, id)
    return toIntent(await updateIntent(transaction, id, { status: 'canceled' }))
  })

/** Charges a card that its owner has left with us. */
async function chargeKept(transaction: Db, row: IntentRow, cardId: string): Promise<IntentRow> {
  const card = await findCard(transaction, cardId)
  if (card.customerId !== row.customer_id)
    throw refused('resource_missing', 'There is no such payment method of this customer.')
  const { away }: Behaviour = behaviours[card.behaviour]
  const kept = { ...row, card_id: cardId }
  return away === 'succeeds' ? succeed(transaction, kept, card.behaviour) : fail(transaction, kept, away.declined)
}

interface FormCall {
  readonly clientSecret: string
  /** Whose form it is; everybody else finds nothing. */
  readonly accountId: string
}

/** The intent behind a form, for whoever it was made for and for a day. */
async function lockForm(transaction: Db, { clientSecret, accountId }: FormCall): Promise<IntentRow> {
  const row = await lockIntent(transaction, 'client_secret', clientSecret)
  const { account_id: owner } = await requireCustomer(transaction, row.customer_id)
  if (owner !== accountId) throw refused('resource_missing', 'There is no such payment intent.')
  if (row.status === 'canceled') throw refused('payment_intent_unexpected_state', 'This payment was canceled.')
  const isOld = (await readClock(transaction)).getTime() - row.created_at.getTime() > DAY_MS
  if (isOld && row.status !== 'succeeded')
    throw refused('payment_intent_unexpected_state', 'This payment form is too old. Start again.')
  return row
}

/** Takes a card from the form. A second confirmation of what has succeeded changes nothing. */
export const confirm = (db: Db, { card: typed, ...form }: FormCall & { card: CardInput }): Promise<Confirmation> =>
  db.transaction().execute(async (transaction) => {
    const row = await lockForm(transaction, form)
    if (row.status === 'succeeded') return toConfirmation(row)
    const card = readCard(typed, await readClock(transaction))
    const { here, saving }: Behaviour = behaviours[card.behaviour]
    const withCard = { ...row, card_id: await insertCard(transaction, card) }
    const outcome = row.kind === 'setup' ? (saving ?? here) : here
    return toConfirmation(await apply(transaction, withCard, outcome, card.behaviour))
  })

/** What the owner of a card told their bank. */
export const authenticate = (db: Db, { passed, ...form }: FormCall & { passed: boolean }): Promise<Confirmation> =>
  db.transaction().execute(async (transaction) => {
    const row = await lockForm(transaction, form)
    if (row.status === 'succeeded') return toConfirmation(row)
    if (row.status !== 'requires_action' || row.card_id === null)
      throw refused('payment_intent_unexpected_state', 'Nobody has asked for authentication.')
    if (!passed) return toConfirmation(await fail(transaction, row, 'payment_intent_authentication_failure'))
    const { behaviour } = await findCard(transaction, row.card_id)
    const { proven }: Behaviour = behaviours[behaviour]
    return toConfirmation(await apply(transaction, row, proven ?? 'succeeds', behaviour))
  })

async function apply(
  transaction: Db,
  row: IntentRow,
  outcome: Behaviour['here'],
  behaviour: BehaviourName,
): Promise<IntentRow> {
  if (outcome === 'succeeds') return succeed(transaction, row, behaviour)
  if (outcome !== 'asks') return fail(transaction, row, outcome.declined)
  await addEvent(transaction, `${eventPrefix(row)}.requires_action`, row.id)
  return updateIntent(transaction, row.id, { status: 'requires_action', card_id: row.card_id })
}

async function succeed(transaction: Db, row: IntentRow, behaviour: BehaviourName): Promise<IntentRow> {
  if (row.saves_card && row.card_id !== null) await keepCard(transaction, row.card_id, row.customer_id)
  await addEvent(transaction, `${eventPrefix(row)}.succeeded`, row.id)
  const done = { status: 'succeeded', card_id: row.card_id } as const
  if (row.kind === 'setup') return updateIntent(transaction, row.id, done)
  const [chargeId, fee] = [newId('ch'), feeOf(row.amount)]
  await addMove(transaction, { kind: 'charge', amount: row.amount, fee, sourceId: chargeId })
  const { later }: Behaviour = behaviours[behaviour]
  if (later === 'dispute') await addLater(transaction, HOUR_S, 'dispute', row.id)
  return updateIntent(transaction, row.id, { ...done, received: row.amount, charge_id: chargeId, fee })
}

async function fail(transaction: Db, row: IntentRow, code: string): Promise<IntentRow> {
  await addEvent(
    transaction,
    row.kind === 'setup' ? 'setup_intent.setup_failed' : 'payment_intent.payment_failed',
    row.id,
  )
  const failure = toFailure(code)
  return updateIntent(transaction, row.id, { status: 'requires_payment_method', card_id: row.card_id, failure })
}

const eventPrefix = ({ kind }: IntentRow) => (kind === 'setup' ? 'setup_intent' : 'payment_intent')

function toConfirmation(row: IntentRow): Confirmation {
  const { status, failure } = toIntent(row)
  if (status === 'succeeded' || status === 'requires_action') return { status, message: null }
  return { status: 'failed', message: failure?.message ?? null }
}
