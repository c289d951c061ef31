/** What may start a run; the check in db/migrations/0024_queued_lane.sql lists the same. */
export const TRIGGER_KINDS = ['manual', 'webhook', 'schedule', 'form', 'error', 'event', 'workflow'] as const
export type TriggerKind = (typeof TRIGGER_KINDS)[number]
