import { z } from '#src/lib/zod.ts'

/** For the code of a tool, which ends the right to take the money back alone. */
export const GivingUp = z.strictObject({ givesUpRefund: z.enum(['true', 'false']).optional() })
