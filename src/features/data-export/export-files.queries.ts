import { type RawBuilder, sql } from 'kysely'
import { csvLine } from '#src/lib/csv.ts'
import type { Db } from '#src/server/database.ts'
import {
  BILLING_DETAILS,
  billingDetailsOf,
  INVOICES,
  invoicesOf,
  SUBSCRIPTIONS,
  subscriptionsOf,
} from './billing-of-person.queries.ts'
import { COUPONS, couponsOf, LICENCES, licencesOf } from './given-by-creators.queries.ts'
import { EARNINGS, earningsOf, PAYOUTS, PURCHASES, payoutsOf, purchasesOf } from './money-of-person.queries.ts'

/** One file of an export. */
export interface ExportFile {
  readonly path: string
  /** What it holds, for the person who opens the ZIP. */
  readonly about: string
  /** Tables whose rows are in it; a test compares them with the database. */
  readonly tables: readonly string[]
  write(db: Db, userId: string): AsyncIterable<string | Buffer>
}

type Row = Readonly<Record<string, unknown>>
const PAGE = 500
/** Before every id. */
const NIL = '00000000-0000-0000-0000-000000000000'

/** Rows of a query that pages by a uuid named `id`, which must be unique in it. */
async function* inPages(
  db: Db,
  page: number,
  query: (after: string) => RawBuilder<Row & { id: string }>,
): AsyncGenerator<Row> {
  for (let after = NIL; ; ) {
    const { rows } = await query(after).execute(db)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < page) return
    after = last.id
  }
}

interface TableFile {
  readonly path: string
  readonly about: string
  readonly table: string
  /** Column of the person's id. */
  readonly owner: string
  readonly columns: readonly string[]
  /** Unique uuid to page by. */
  readonly key?: string
}

/** A table as CSV, its chosen columns only: hashes and sealed secrets are nobody's data to carry away. */
const csvOf = ({ path, about, table, owner, columns, key = 'id' }: TableFile): ExportFile => ({
  path,
  about,
  tables: [table],
  async *write(db, userId) {
    yield csvLine(columns)
    const chosen = sql.join(columns.map((column) => sql.ref(column)))
    const rows = inPages(
      db,
      PAGE,
      (after) => sql`
      select ${sql.ref(key)} as id, ${chosen} from ${sql.table(table)}
       where ${sql.ref(owner)} = ${userId} and ${sql.ref(key)} > ${after}::uuid order by ${sql.ref(key)} limit ${PAGE}`,
    )
    for await (const row of rows) yield csvLine(columns.map((column) => row[column]))
  },
})

/** Few rows without an id of their own, as CSV. */
const smallCsv = (
  file: Omit<ExportFile, 'write'>,
  columns: readonly string[],
  query: (userId: string) => RawBuilder<Row>,
): ExportFile => ({
  ...file,
  async *write(db, userId) {
    yield csvLine(columns)
    const { rows } = await query(userId).execute(db)
    for (const row of rows) yield csvLine(columns.map((column) => row[column]))
  },
})

/** Documents are larger than rows. */
const DOCUMENTS = 50

/** An array of documents, written one by one. */
const jsonOf = (
  file: Omit<ExportFile, 'write'>,
  query: (userId: string, after: string) => RawBuilder<Row & { id: string }>,
): ExportFile => ({
  ...file,
  async *write(db, userId) {
    let first = true
    for await (const row of inPages(db, DOCUMENTS, (after) => query(userId, after))) {
      yield `${first ? '[\n' : ',\n'}${JSON.stringify(row, null, 2)}`
      first = false
    }
    yield first ? '[]\n' : '\n]\n'
  },
})

const account: ExportFile = {
  path: 'account.json',
  about: 'Who you are here, and how you sign in.',
  tables: ['user', 'totp', 'recovery_code', 'email_preference', 'creator'],
  async *write(db, userId) {
    const { rows } = await sql<Row>`
      select id, name, email, role, created_at, email_verified_at, suspended_at, suspended_reason, deletion_due_at, pro_until,
        (select confirmed_at from totp where user_id = "user".id) as authenticator_app_since,
        (select count(*) from recovery_code where user_id = "user".id and used_at is null) as recovery_codes_left,
        (select coalesce(json_object_agg(category, wanted), '{}') from email_preference where user_id = "user".id)
          as email_preferences,
        (select json_build_object('handle', handle, 'about', about) from creator where user_id = "user".id) as creator_page
        from "user" where id = ${userId}`.execute(db)
    yield `${JSON.stringify(rows[0] ?? null, null, 2)}\n`
  },
}

const picture: ExportFile = {
  path: 'picture.webp',
  about: 'Your picture; empty when you have none.',
  tables: ['avatar'],
  async *write(db, userId) {
    const row = await db.selectFrom('avatar').select('image').where('user_id', '=', userId).executeTakeFirst()
    if (row !== undefined) yield row.image
  },
}

const workflows = jsonOf(
  {
    path: 'workflows.json',
    about:
      'Your workflows: the draft with its pinned outputs, drafts that it took the place of, every published version, ' +
      'and when you want to be told that something is wrong.',
    tables: ['workflow', 'workflow_version', 'workflow_kept_draft', 'workflow_pin', 'alert_rule'],
  },
  (userId, after) => sql`
    select id, name, tags, status, draft, published_version, created_at, updated_at, deleted_at,
      (select coalesce(json_agg(json_build_object('version', version, 'note', note, 'created_at', created_at,
         'graph', graph) order by version), '[]') from workflow_version where workflow_id = workflow.id) as versions,
      (select coalesce(json_agg(json_build_object('reason', reason, 'created_at', created_at, 'graph', graph)
         order by created_at, id), '[]') from workflow_kept_draft where workflow_id = workflow.id) as kept_drafts,
      (select json_object_agg(node_id, output) from workflow_pin where workflow_id = workflow.id) as pinned_outputs,
      (select coalesce(json_agg(json_build_object('kind', kind, 'threshold', threshold, 'by_mail', by_mail)
         order by kind), '[]') from alert_rule where workflow_id = workflow.id) as alerts
      from workflow where owner_id = ${userId} and id > ${after}::uuid order by id limit ${DOCUMENTS}`,
)

const runs = jsonOf(
  {
    path: 'runs.json',
    about: 'Runs of your workflows with their inputs, outputs, steps, and the files that were sent for them.',
    tables: ['execution', 'execution_step', 'execution_blob', 'execution_file'],
  },
  (userId, after) => sql`
    select id, workflow_id, version, status, trigger_kind, key, input, output, error, created_at, started_at, finished_at,
      duration_ms,
      (select coalesce(json_agg(json_build_object('key', key, 'status', status, 'attempts', attempts,
         'started_at', started_at, 'duration_ms', duration_ms, 'input', input, 'output', output, 'error', error,
         'large_values', (select json_object_agg(part, content) from execution_blob
                           where execution_id = execution_step.execution_id and seq = execution_step.seq))
         order by seq), '[]') from execution_step where execution_id = execution.id) as steps,
      (select coalesce(json_agg(json_build_object('field', field, 'name', name, 'type', type,
         'base64', encode(content, 'base64')) order by id), '[]')
         from execution_file where execution_id = execution.id) as files
      from execution where owner_id = ${userId} and id > ${after}::uuid order by id limit ${DOCUMENTS}`,
)

const decisions = jsonOf(
  {
    path: 'approvals.json',
    about: 'What you were asked to approve, by whom, and what you decided; and what your own workflows asked.',
    tables: ['approval', 'approval_person'],
  },
  (userId, after) => sql`
    select id, question, details, due_at, outcome, created_at, owner_id = ${userId} as asked_by_me,
      (select json_build_object('decision', decision, 'reason', reason, 'decided_at', decided_at)
         from approval_person where approval_id = approval.id and user_id = ${userId}) as mine
      from approval where id > ${after}::uuid and (owner_id = ${userId}
        or exists (select from approval_person where approval_id = approval.id and user_id = ${userId}))
     order by id limit ${DOCUMENTS}`,
)

const tools = jsonOf(
  { path: 'tools.json', about: 'Tools that you published, every version.', tables: ['tool', 'tool_version'] },
  (userId, after) => sql`
    select id, slug, title, description, category, keywords, icon, licence, kind, status, version, run_count,
      created_at, published_at,
      (select coalesce(json_agg(json_build_object('version', version, 'input', input_schema, 'output', output_schema,
         'code', code, 'examples', examples, 'number', semver, 'changelog', changelog, 'created_at', created_at)
         order by version), '[]')
         from tool_version where tool_id = tool.id) as versions
      from tool where owner_id = ${userId} and id > ${after}::uuid order by id limit ${DOCUMENTS}`,
)

const toolDrafts = jsonOf(
  { path: 'tool-drafts.json', about: 'Your working copies of tools.', tables: ['tool_draft'] },
  (userId, after) => sql`
    select id, content, source_tool_id as cloned_from, created_at, updated_at
      from tool_draft where owner_id = ${userId} and id > ${after}::uuid order by id limit ${DOCUMENTS}`,
)

/** Everything that is stored about a person, secrets and their hashes excepted. */
export const EXPORT_FILES: readonly ExportFile[] = [
  account,
  picture,
  csvOf({
    path: 'sessions.csv',
    about: 'Where you are signed in.',
    table: 'session',
    owner: 'user_id',
    columns: ['created_at', 'last_seen_at', 'expires_at', 'user_agent', 'address'],
  }),
  smallCsv(
    { path: 'known-addresses.csv', about: 'Where you have signed in from.', tables: ['known_address'] },
    ['address', 'seen_at'],
    (userId) => sql`select address, seen_at from known_address where user_id = ${userId} order by seen_at`,
  ),
  csvOf({
    path: 'api-keys.csv',
    about: 'Your API keys, without the keys themselves.',
    table: 'api_key',
    owner: 'user_id',
    columns: ['name', 'hint', 'scopes', 'created_at', 'last_used_at', 'expires_at'],
  }),
  smallCsv(COUPONS, COUPONS.columns, couponsOf),
  smallCsv(LICENCES, LICENCES.columns, licencesOf),
  csvOf({
    path: 'passkeys.csv',
    about: 'Your passkeys, without their keys.',
    table: 'passkey',
    owner: 'user_id',
    columns: ['name', 'backed_up', 'created_at', 'last_used_at'],
  }),
  csvOf({
    path: 'sign-in-providers.csv',
    about: 'Other providers that you sign in with.',
    table: 'provider_identity',
    owner: 'user_id',
    columns: ['issuer', 'subject', 'email', 'linked_at', 'last_used_at'],
  }),
  workflows,
  runs,
  decisions,
  smallCsv(
    { path: 'secrets.csv', about: 'Names of the secrets of your workflows, without the secrets.', tables: ['secret'] },
    ['name', 'created_at', 'updated_at', 'last_used_at'],
    (userId) =>
      sql`select name, created_at, updated_at, last_used_at from secret where owner_id = ${userId} order by name`,
  ),
  smallCsv(
    { path: 'variables.csv', about: 'Variables of your workflows; values as JSON.', tables: ['variable'] },
    ['name', 'kind', 'value', 'created_at', 'updated_at'],
    (userId) =>
      sql`select name, kind, value::text as value, created_at, updated_at from variable
           where owner_id = ${userId} order by name`,
  ),
  tools,
  toolDrafts,
  smallCsv(
    { path: 'favorites.csv', about: 'Your favourite tools.', tables: ['favorite'] },
    ['slug', 'title', 'created_at'],
    (userId) =>
      sql`select tool.slug, tool.title, favorite.created_at from favorite join tool on tool.id = favorite.tool_id
           where favorite.user_id = ${userId} order by favorite.place, favorite.created_at desc`,
  ),
  smallCsv(
    { path: 'following.csv', about: 'Creators that you follow.', tables: ['creator_follow'] },
    ['creator', 'created_at'],
    (userId) =>
      sql`select creator.handle as creator, follow.created_at from creator_follow follow
            join creator on creator.user_id = follow.creator_id where follow.user_id = ${userId} order by follow.created_at`,
  ),
  smallCsv(
    { path: 'ratings.csv', about: 'Your ratings of tools.', tables: ['rating'] },
    ['slug', 'stars', 'created_at', 'updated_at'],
    (userId) =>
      sql`select tool.slug, stars, rating.created_at, rating.updated_at from rating
            join tool on tool.id = rating.tool_id where rating.user_id = ${userId} order by rating.created_at`,
  ),
  smallCsv(
    { path: 'reviews.csv', about: 'Your reviews, every text that they had.', tables: ['review', 'review_text'] },
    ['slug', 'version', 'status', 'title', 'content', 'created_at', 'reply', 'replied_at'],
    (userId) =>
      sql`select tool.slug, review_text.version, review_text.status, review_text.title, content, review_text.created_at, reply,
                 replied_at
            from review join review_text on review_text.review_id = review.id join tool on tool.id = review.tool_id
           where user_id = ${userId} order by review.id, review_text.version`,
  ),
  smallCsv(
    { path: 'review-votes.csv', about: 'Reviews that you found helpful or not.', tables: ['review_vote'] },
    ['review_id', 'helpful', 'created_at'],
    (userId) =>
      sql`select review_id, helpful, created_at from review_vote where user_id = ${userId} order by created_at`,
  ),
  smallCsv(
    { path: 'reports.csv', about: 'Tools that you have reported, and what came of it.', tables: ['report'] },
    ['reference', 'slug', 'reason', 'details', 'run', 'upheld', 'created_at', 'closed_at'],
    (userId) =>
      sql`select reference, tool.slug, reason, details, run::text, upheld, report.created_at, closed_at from report
            join tool on tool.id = report.tool_id where reporter_id = ${userId} order by report.created_at`,
  ),
  smallCsv(
    { path: 'copyright-claims.csv', about: 'Copyrights that you have claimed.', tables: ['copyright_claim'] },
    ['reference', 'claimant', 'email', 'work', 'received_at'],
    (userId) =>
      sql`select reference, claimant, email, work, received_at from copyright_claim
            join report on report.id = report_id where reporter_id = ${userId} order by received_at`,
  ),
  smallCsv(
    {
      path: 'counter-claims.csv',
      about: 'Claims to the copyright of tools of yours, and what you have answered.',
      tables: ['copyright_dispute'],
    },
    [
      'hidden_at',
      'countered_at',
      'counter_name',
      'counter_contact',
      'restore_from',
      'restore_by',
      'court_at',
      'restored_at',
    ],
    (userId) =>
      sql`select hidden_at, countered_at, counter_name, counter_contact, restore_from, restore_by, court_at, restored_at
            from copyright_dispute join moderation_case on id = case_id where person_id = ${userId} order by opened_at`,
  ),
  smallCsv(
    {
      path: 'moderation.csv',
      about: 'What moderators decided about things of yours, and your appeals.',
      tables: ['moderation_case', 'earlier_decision'],
    },
    ['kind', 'subject', 'opened_at', 'closed_at', 'decision', 'ground', 'reason'],
    (userId) =>
      sql`select kind, coalesce(d.subject, c.subject) as subject, coalesce(d.opened_at, c.opened_at) as opened_at, d.closed_at, d.decision, d.ground, d.reason
            from moderation_case c left join moderation_decision d on d.case_id = c.id
           where person_id = ${userId} order by opened_at, d.round`,
  ),
  smallCsv(PURCHASES, PURCHASES.columns, purchasesOf),
  smallCsv(EARNINGS, EARNINGS.columns, earningsOf),
  smallCsv(PAYOUTS, PAYOUTS.columns, payoutsOf),
  smallCsv(SUBSCRIPTIONS, SUBSCRIPTIONS.columns, subscriptionsOf),
  smallCsv(INVOICES, INVOICES.columns, invoicesOf),
  smallCsv(BILLING_DETAILS, BILLING_DETAILS.columns, billingDetailsOf),
  csvOf({
    path: 'tool-runs.csv',
    about: 'Tools that you have run while signed in. What you typed into them is not stored.',
    table: 'tool_run',
    owner: 'user_id',
    columns: ['tool_id', 'version', 'source', 'success', 'error_code', 'duration_ms', 'at'],
  }),
  csvOf({
    path: 'tool-views.csv',
    about: 'Tool pages that you have opened while signed in. Within an hour only opened_at moves.',
    table: 'tool_view',
    owner: 'user_id',
    columns: ['tool_id', 'at', 'opened_at'],
  }),
  csvOf({
    path: 'notifications.csv',
    about: 'What the bell has told you.',
    table: 'notification',
    owner: 'user_id',
    columns: ['kind', 'title', 'body', 'href', 'created_at', 'read_at'],
  }),
  csvOf({
    path: 'mails.csv',
    about: 'Mails that we have sent you. Their text is not kept.',
    table: 'mail',
    owner: 'user_id',
    columns: ['to_address', 'subject', 'category', 'status', 'created_at', 'sent_at'],
  }),
  smallCsv(
    { path: 'activity.csv', about: 'What you did that matters for security.', tables: ['audit_entry'] },
    ['at', 'action', 'target', 'address', 'details'],
    (userId) =>
      sql`select at, action, target, address, details from audit_entry where actor_id = ${userId} order by seq`,
  ),
]
