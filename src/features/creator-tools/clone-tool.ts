import { api } from '#src/client/api.ts'
import { ApiError } from '#src/client/api-error.ts'
import type { creatorToolsContract } from './creator-tools.schema.ts'

/** The id of the draft. Throws REFUND_OPEN for who can still take their money back for the tool and did not give that up. */
export async function cloneTool(id: string, { givesUpRefund }: { readonly givesUpRefund: boolean }): Promise<string> {
  const query = givesUpRefund ? { givesUpRefund: 'true' as const } : {}
  const { fxn } = await api<typeof creatorToolsContract.clone>('POST', '/api/tools/:id/clone', {
    params: { id },
    query,
  })
  return fxn.id
}

export const isRefundOpen = (error: unknown): boolean => error instanceof ApiError && error.code === 'REFUND_OPEN'
