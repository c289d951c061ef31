/** What an alert rule looks at; the check in db/migrations/0043_alert_rules.sql lists the same. */
export const ALERT_KINDS = ['failures', 'silence', 'backlog'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]
