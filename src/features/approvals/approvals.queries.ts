import { sql } from 'kysely'
import { LIVE_RUNS_SQL } from '#src/lib/run-status.ts'
import type { Ask } from '#src/sdk/define-node.ts'
import type { Db } from '#src/server/database.ts'
import type { Decision } from './approvals.schema.ts'

interface Asking extends Omit<Ask, 'approvers'> {
  readonly id: string
  readonly executionId: string
  readonly nodeId: string
  readonly ownerId: string
}

/** False when the step has asked before: then nobody is told again. */
export async function insertApproval(db: Db, asking: Asking): Promise<boolean> {
  const { id, executionId, nodeId, ownerId, question, details, needed, veto, until } = asking
  const { rows } = await sql`
    insert into approval (id, execution_id, node_id, owner_id, question, details, needed, veto, due_at)
    values (${id}, ${executionId}, ${nodeId}, ${ownerId}, ${question}, ${details}, ${needed}, ${veto}, ${until})
    on conflict (execution_id, node_id) do nothing returning id`.execute(db)
  return rows.length === 1
}

interface Asked {
  /** Null without an account. */
  readonly userId: string | null
  readonly address: string
}

export async function insertPeople(db: Db, approvalId: string, people: readonly Asked[]): Promise<void> {
  await sql`insert into approval_person (approval_id, user_id, address)
    select ${approvalId}, id, address from unnest(${people.map(({ userId }) => userId)}::uuid[],
      ${people.map(({ address }) => address)}::text[]) as person (id, address)`.execute(db)
}

export async function findDueAt(db: Db, executionId: string, nodeId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ due_at: Date }>`
    select due_at from approval where execution_id = ${executionId} and node_id = ${nodeId}`.execute(db)
  return rows[0]?.due_at
}

/** Whose workflow asks. */
export async function findAsker(db: Db, ownerId: string): Promise<{ email: string; isConfirmed: boolean } | undefined> {
  const { rows } = await sql<{ email: string; isConfirmed: boolean }>`
    select email, email_verified_at is not null as "isConfirmed" from "user" where id = ${ownerId}`.execute(db)
  return rows[0]
}

interface Member {
  readonly id: string
  readonly email: string
  /** Not suspended, and not about to be deleted. */
  readonly isHere: boolean
}

/** Accounts with these confirmed addresses; an address without one is missing. */
export async function findMembers(db: Db, emails: readonly string[]): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select id, lower(email) as email, suspended_at is null and deletion_due_at is null as "isHere" from "user"
     where lower(email) = any(${emails}::text[]) and email_verified_at is not null`.execute(db)
  return rows
}

/** Those of these addresses that were asked, as strangers and by whomever, more often than so within a day. */
export async function findOverasked(db: Db, addresses: readonly string[], times: number): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from approval_person join approval on id = approval_id
     where user_id is null and address = any(${addresses}::text[]) and created_at > now() - interval '1 day'
     group by address having count(*) > ${times}`.execute(db)
  return rows.map(({ address }) => address)
}

/** Addresses that this account has asked, its own aside; until the transaction ends nobody asks in its name. */
export async function countAskedToday(db: Db, ownerId: string): Promise<number> {
  await sql`select from "user" where id = ${ownerId} for no key update`.execute(db)
  const { rows } = await sql<{ asked: number }>`
    select count(*)::int as asked from approval join approval_person on approval_id = id
     where owner_id = ${ownerId} and user_id is distinct from owner_id
       and created_at > now() - interval '1 day'`.execute(db)
  return rows[0]?.asked ?? 0
}

export interface AskedRow {
  readonly id: string
  readonly execution_id: string
  readonly node_id: string
  readonly question: string
  readonly details: string
  readonly needed: number
  readonly veto: boolean
  readonly due_at: Date
  readonly outcome: 'approved' | 'rejected' | null
  readonly is_live: boolean
  readonly workflow_name: string
  readonly asked_by: string
  /** Null without an account. */
  readonly user_id: string | null
  readonly user_name: string | null
  readonly address: string
  readonly decision: Decision | null
}

/** An approval as one of those sees it who were asked: by the id of an account, or by the address of who had none. */
export async function findAsked(db: Db, approvalId: string, whom: string): Promise<AskedRow | undefined> {
  const { rows } = await sql<AskedRow>`
    select approval.id, execution_id, node_id, question, details, needed, veto, approval.due_at, outcome,
           execution.status in ${sql.raw(LIVE_RUNS_SQL)} as is_live, workflow.name as workflow_name,
           owner.name as asked_by, user_id, person.name as user_name, approval_person.address, approval_person.decision
      from approval join approval_person on approval_id = approval.id
      join execution on execution.id = execution_id
      join workflow on workflow.id = execution.workflow_id
      join "user" owner on owner.id = approval.owner_id
      left join "user" person on person.id = user_id
     where approval.id = ${approvalId} and coalesce(user_id::text, approval_person.address) = ${whom}
       and person.suspended_at is null
       and owner.suspended_at is null and owner.deletion_due_at is null`.execute(db)
  return rows[0]
}

/** Those who decide wait for each other, so that each sees what the others have said. */
export async function lockApproval(db: Db, approvalId: string): Promise<void> {
  await sql`select 1 from approval where id = ${approvalId} for update`.execute(db)
}

interface Decided {
  readonly approvalId: string
  readonly address: string
  readonly name: string
  readonly decision: Decision
  readonly reason: string
}

/** False when this person has decided before. */
export async function saveDecision(db: Db, { approvalId, address, name, decision, reason }: Decided): Promise<boolean> {
  const { rows } = await sql`
    update approval_person set decision = ${decision}, reason = nullif(${reason}, ''), name = ${name}, decided_at = now()
     where approval_id = ${approvalId} and address = ${address} and decision is null returning 1`.execute(db)
  return rows.length === 1
}

export async function saveOutcome(db: Db, approvalId: string, outcome: 'approved' | 'rejected'): Promise<void> {
  await sql`update approval set outcome = ${outcome} where id = ${approvalId}`.execute(db)
}

export interface PersonRow {
  /** Null until there is a decision: before that it would say who has an account. */
  readonly name: string | null
  readonly email: string
  readonly decision: Decision | null
  readonly reason: string | null
  readonly decided_at: Date | null
}

export async function listPeople(db: Db, approvalId: string): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select name, address as email, decision, reason, decided_at from approval_person where approval_id = ${approvalId}
     order by decided_at nulls last, email`.execute(db)
  return rows
}

export interface ApprovalRow
  extends Omit<AskedRow, 'workflow_name' | 'asked_by' | 'user_id' | 'user_name' | 'address' | 'decision'> {}

export async function listApprovals(db: Db, ownerId: string, executionId: string): Promise<ApprovalRow[]> {
  const { rows } = await sql<ApprovalRow>`
    select approval.id, execution_id, node_id, question, details, needed, veto, approval.due_at, outcome,
           execution.status in ${sql.raw(LIVE_RUNS_SQL)} as is_live
      from approval join execution on execution.id = execution_id
     where execution_id = ${executionId} and execution.owner_id = ${ownerId} order by approval.created_at`.execute(db)
  return rows
}
