import { sql } from 'kysely'
import type { AlertKind } from '#src/lib/alert-kinds.ts'
import type { Db } from '#src/server/database.ts'
import type { WantedRule } from './alerts.schema.ts'

export interface RuleRow {
  readonly kind: AlertKind
  readonly threshold: number
  readonly by_mail: boolean
  readonly firing_since: Date | null
}

export async function listRules(db: Db, workflowId: string): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select kind, threshold, by_mail, firing_since from alert_rule where workflow_id = ${workflowId} order by kind`.execute(
    db,
  )
  return rows
}

/** A rule that says the same as before goes on; a changed one begins anew. */
export async function replaceRules(transaction: Db, workflowId: string, rules: readonly WantedRule[]): Promise<void> {
  const kinds = rules.map(({ kind }) => kind)
  await sql`delete from alert_rule where workflow_id = ${workflowId} and kind <> all(${kinds}::text[])`.execute(
    transaction,
  )
  for (const { kind, threshold, byMail } of rules)
    await sql`
      insert into alert_rule as r (workflow_id, kind, threshold, by_mail, since)
      values (${workflowId}, ${kind}, ${threshold}, ${byMail}, now())
      on conflict (workflow_id, kind) do update set by_mail = excluded.by_mail, threshold = excluded.threshold,
        since = case when r.threshold = excluded.threshold then r.since else excluded.since end,
        firing_since = case when r.threshold = excluded.threshold then r.firing_since end`.execute(transaction)
}

/** Any number, as long as every Fettle takes the same: one process at a time looks. */
const ADVISORY_LOCK = 7_238_604_117

/** Until the end of the transaction; false while another process looks. */
export async function isElected(transaction: Db): Promise<boolean> {
  const { rows } = await sql<{ elected: boolean }>`
    select pg_try_advisory_xact_lock(${ADVISORY_LOCK}) as elected`.execute(transaction)
  return rows[0]?.elected === true
}

export interface WatchedRule extends RuleRow {
  readonly workflow_id: string
  readonly workflow_name: string
  readonly owner_id: string
  /** That what it looks for is so now. */
  readonly holds: boolean
}

/**
 * Rules whose state has changed: those that hold and have not told, and those that told and hold no longer. Runs of
 * drafts do not count: somebody is looking at them.
 */
export async function changedRules(transaction: Db, now: Date): Promise<WatchedRule[]> {
  const minutesAgo = sql`${now}::timestamptz - make_interval(mins => r.threshold)`
  const { rows } = await sql<WatchedRule>`
    select * from (
      select r.*, w.name as workflow_name, w.owner_id, case r.kind
        when 'failures' then (
          select count(*) = r.threshold and bool_and(status = 'failed')
            from (select status from execution e
                   where e.workflow_id = r.workflow_id and e.version is not null and e.status in ('succeeded', 'failed')
                     and e.created_at <= ${now}
                   order by e.created_at desc, e.id desc limit r.threshold) latest)
        when 'silence' then w.status = 'published' and r.since <= ${minutesAgo} and not exists (
          select from execution e where e.workflow_id = r.workflow_id and e.version is not null
             and e.created_at > ${minutesAgo} and e.created_at <= ${now})
          -- Runs that are deleted by now are known by the quarter of an hour in which they began.
          and not exists (select from execution_rollup q
             where q.workflow_id = r.workflow_id and q.quarter > ${minutesAgo} - interval '15 minutes')
        else exists (
          select from execution e where e.workflow_id = r.workflow_id and e.status = 'queued' and e.stand_ins is null
             and e.created_at <= ${minutesAgo}) end as holds
        from alert_rule r join workflow w on w.id = r.workflow_id and w.status <> 'deleted') watched
     where coalesce(holds, false) <> (firing_since is not null)
     order by workflow_id, kind`.execute(transaction)
  return rows
}

export const setFiring = (transaction: Db, rule: Pick<WatchedRule, 'workflow_id' | 'kind'>, since: Date | null) =>
  sql`update alert_rule set firing_since = ${since} where workflow_id = ${rule.workflow_id} and kind = ${rule.kind}`.execute(
    transaction,
  )

/** What an alert has told is no longer so: nobody has to look at it any more. */
export const markSeen = (transaction: Db, userId: string, href: string) =>
  sql`update notification set read_at = now()
       where user_id = ${userId} and kind = 'workflow.alert' and href = ${href} and read_at is null`.execute(
    transaction,
  )

/** Silence is counted from the last publishing. */
export const restartSilence = (transaction: Db, workflowId: string) =>
  sql`update alert_rule set since = now() where workflow_id = ${workflowId} and kind = 'silence'`.execute(transaction)
