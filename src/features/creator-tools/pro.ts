/**
 * Whether an account may run and publish code of its own: it has Pro, or its trial. Every place that asks, asks here.
 * Tools of kind config are for everybody.
 */
export const mayWriteCode = (proUntil: Date | null, now = new Date()): boolean => proUntil !== null && proUntil > now
