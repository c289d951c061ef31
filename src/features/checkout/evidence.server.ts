import { listUse } from './claims.queries.ts'
import { describeSale, type SaleRow } from './sales.queries.ts'
import type { Till } from './till.ts'

/** What banks read of a list; the first runs say the most. */
const RUNS_SHOWN = 50

/** Sends a bank what speaks for the sale, under a key that makes it once. */
export async function speakForSale(till: Till, sale: SaleRow, providerDisputeId: string, key: string): Promise<void> {
  const { title, description, buyer_email } = await describeSale(till.db, sale.id)
  const { buyer_id: buyerId, tool_id: toolId, paid_at: since } = sale
  const runs = buyerId === null || since === null ? [] : await listUse(till.db, { buyerId, toolId, since }, RUNS_SHOWN)
  const evidence = {
    productDescription: sale.kind === 'tip' ? `A tip for ${title}, which is free` : `${title}: ${description}`,
    customerEmail: buyer_email ?? '',
    customerAddress: sale.address,
    accessLog: runs
      .map(({ at, source, success }) => `${at.toISOString()} ${source} ${success ? 'ok' : 'failed'}`)
      .join('\n'),
    consent: sale.consent === null ? '' : `${sale.consent_at?.toISOString()} ${sale.consent}`,
  }
  await till.provider.submitEvidence(providerDisputeId, evidence, key)
}
