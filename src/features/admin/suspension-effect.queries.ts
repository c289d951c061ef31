import { sql } from 'kysely'
import { outlastsSuspension } from '#src/features/checkout/access.queries.ts'
import type { Db } from '#src/server/database.ts'
import type { SuspensionEffect } from './people.schema.ts'

/**
 * What becomes of whom when this person is suspended. A published workflow of somebody else stops where it uses a tool
 * of theirs that its owner has not bought; drafts and the person's own workflows do nothing for others. A step names a
 * tool by its id, its slug, or one that it had before.
 */
export async function suspensionEffect(db: Db, personId: string): Promise<SuspensionEffect> {
  const { rows } = await sql<SuspensionEffect>`
    with theirs as (select id, slug from tool where owner_id = ${personId} and status = 'published'),
    kept as (
      select distinct sale.buyer_id, sale.tool_id from sale join tool on tool.id = sale.tool_id
       where tool.owner_id = ${personId} and sale.kind = 'purchase' and sale.stands and sale.livemode = money_is_live()
         and ${outlastsSuspension}
         and not exists (select from case_version held
                          where held.tool_id = tool.id and held.version = tool.version and held.withheld)),
    used as (
      select distinct workflow.id, workflow.owner_id, theirs.id as tool_id
        from workflow
        join workflow_version published
          on published.workflow_id = workflow.id and published.version = workflow.published_version
       cross join lateral json_array_elements(published.graph -> 'nodes') as node
        join theirs
          on node -> 'config' ->> 'tool' in (theirs.id::text, theirs.slug)
          or exists (select from former_slug former
                      where former.slug = node -> 'config' ->> 'tool' and former.tool_id = theirs.id)
       where workflow.status = 'published' and workflow.owner_id <> ${personId}
         and node ->> 'type' = 'tool' and node ->> 'disabled' is distinct from 'true')
    select (select count(*)::int from theirs) as tools,
           (select count(distinct buyer_id)::int from kept) as buyers,
           (select count(distinct id)::int from used
             where not exists (select from kept
                                where kept.buyer_id = used.owner_id and kept.tool_id = used.tool_id)) as workflows`.execute(
    db,
  )
  return rows[0] ?? { tools: 0, buyers: 0, workflows: 0 }
}
