import type { AuditEntry } from './audit-log.schema.ts'

const isSaid = (value: unknown) => value !== null && value !== undefined && value !== ''
const inWords = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** "kind: report · reason: Spam": what an entry holds, without what is empty in it. */
export const detailsText = (details: AuditEntry['details']): string =>
  Object.entries(details)
    .filter(([, value]) => isSaid(value))
    .map(([name, value]) => `${name}: ${inWords(value)}`)
    .join(' · ')
