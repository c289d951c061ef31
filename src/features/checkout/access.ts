import type { ToolRow } from '#src/features/catalog/catalog.queries.ts'
import type { VersionName } from '#src/features/catalog/catalog.schema.ts'
import { assertPublic, findAnyTool } from '#src/features/catalog/catalog.server.ts'
import type { Db } from '#src/server/database.ts'
import { AppError } from '#src/server/http/app-error.ts'
import { findStanding, isKeptForBuyers, noteCopy } from './access.queries.ts'
import type { AccessReason } from './checkout.schema.ts'
import { hasOpenRefund, refundIsOpen } from './open-refund.ts'

type Priced = Pick<ToolRow, 'id' | 'access_tier' | 'price_cents' | 'owner_id'>

const proRequired = () =>
  new AppError({ code: 'PRO_REQUIRED', status: 403, message: 'This tool requires a Pro subscription to use.' })
const purchaseRequired = () =>
  new AppError({ code: 'PURCHASE_REQUIRED', status: 402, message: 'You need to purchase this tool to use it' })

const trialCopiesNothing = () =>
  new AppError({
    code: 'PRO_REQUIRED',
    status: 403,
    message: 'Pro tools can be copied once Pro is paid for. During the trial you can use them as they are.',
  })

export const isFree = ({ access_tier, price_cents }: Pick<Priced, 'access_tier' | 'price_cents'>): boolean =>
  access_tier === 'free' && price_cents === 0

/**
 * The one rule of who may use a tool: what costs nothing is for everybody, its owner needs no purchase, who bought it
 * keeps it whatever it costs now, Pro tools are for Pro, and its creator may let somebody use it. Throws when it cannot be
 * found out.
 */
export async function accessTo(db: Db, tool: Priced, userId: string | null): Promise<AccessReason> {
  if (isFree(tool)) return 'free'
  const refusal = tool.access_tier === 'pro' ? 'PRO_REQUIRED' : 'PURCHASE_REQUIRED'
  if (userId === null) return refusal
  if (tool.owner_id === userId) return 'owner'
  const { has_pro, has_bought, has_licence } = await findStanding(db, tool.id, userId)
  if (has_bought) return 'purchased'
  if (tool.access_tier === 'pro' && has_pro) return 'pro'
  return has_licence ? 'licensed' : refusal
}

/** Throws 402 or 403 for who has no access; a check that fails lets nobody through. */
export async function assertMayUse(db: Db, tool: Priced, userId: string | null): Promise<void> {
  const reason = await accessTo(db, tool, userId)
  if (reason === 'PRO_REQUIRED') throw proRequired()
  if (reason === 'PURCHASE_REQUIRED') throw purchaseRequired()
}

interface Wanted {
  /** Said by who bought it and knows that the money does not come back to whoever has the code. */
  readonly givesUpRefund: boolean
}

/**
 * Who bought it can no longer take the money back alone once they have the code: 409 until they say that they give that
 * up. Throws 402 and 403 as above.
 */
export async function assertMayHaveCode(
  db: Db,
  tool: Priced,
  userId: string | null,
  { givesUpRefund }: Wanted,
): Promise<void> {
  await assertMayUse(db, tool, userId)
  if (userId === null || (await accessTo(db, tool, userId)) !== 'purchased') return
  if (!givesUpRefund && (await hasOpenRefund(db, tool.id, userId))) throw refundIsOpen()
  if (!(await noteCopy(db, tool.id, userId))) throw purchaseRequired()
}

/**
 * For copies: throws also for who was given a licence, as its creator could take the tool back and never the copy, and
 * for who tries Pro, as the trial ends and the copy does not.
 */
export async function assertMayCopy(db: Db, tool: Priced, userId: string, wanted: Wanted): Promise<void> {
  await assertMayHaveCode(db, tool, userId, wanted)
  const reason = await accessTo(db, tool, userId)
  if (reason === 'licensed') throw tool.access_tier === 'pro' ? proRequired() : purchaseRequired()
  if (reason === 'pro' && !(await findStanding(db, tool.id, userId)).has_paid_pro) throw trialCopiesNothing()
}

/** Gone without a decision about the tool itself: its owner removed it, or was suspended. */
const mayBeLeft = ({ status, removed_reason, is_withheld }: ToolRow) =>
  (status === 'deleted' || status === 'hidden') && removed_reason === null && !is_withheld

/**
 * The tool if everybody may see it, or if this person bought it before its owner removed it or was suspended: what
 * creators do costs nobody what they paid for. Else 404 or 410.
 */
export async function usableBy(db: Db, userId: string | null, row: ToolRow | undefined): Promise<ToolRow> {
  if (
    row !== undefined &&
    userId !== null &&
    mayBeLeft(row) &&
    (await findStanding(db, row.id, userId)).has_bought &&
    (await isKeptForBuyers(db, row.id))
  )
    return row
  assertPublic(row)
  return row
}

export const getUsableTool = async (db: Db, idOrSlug: string, userId: string | null, version?: VersionName) =>
  usableBy(db, userId, await findAnyTool(db, idOrSlug, version))
