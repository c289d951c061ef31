import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'
import { isListed } from './listed.queries.ts'

/** The best of a category: sorting all of a large one for each page that is opened would take too long. */
const OF_CATEGORY = 50
/** Of a tag with more tools than this, the best are looked at. */
const RARE_TAG = 2000
const OF_COMMON_TAG = 100
/** People of the tool whose other tools are looked at, in a month. */
const PEOPLE = 300
const USED_TOO = 100
/** Tools of one creator at most. */
const OF_CREATOR = 2

/**
 * Published tools to go on with, the likeliest first: 0.5 for what the same people use, 0.4 for tags in common, the rarer
 * the more, 0.1 for the same category. Copies of the tool itself are left out, and no creator fills the list.
 */
export async function listRelatedIds(db: Db, toolId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with subject as (select id, category, title, description, people_month from tool where id = ${toolId}),
    own as (
      select tag_id, uses, 1 / ln(2 + uses) as weight
        from tool_tag, lateral (select count(*) as uses from (
          select from tool_tag other where other.tag_id = tool_tag.tag_id limit ${RARE_TAG + 1}) counted) used
       where tool_id = ${toolId}
    ),
    tagged as (
      select other.tool_id as id from own join tool_tag other using (tag_id) where own.uses <= ${RARE_TAG}
      union
      select best.id from own, lateral (
        select tool.id from tool
         where ${isListed} and exists (select from tool_tag t where t.tool_id = tool.id and t.tag_id = own.tag_id)
         order by quality desc, tool.id limit ${OF_COMMON_TAG}) best
       where own.uses > ${RARE_TAG}
    ),
    person as (
      select distinct user_id from tool_person
       where tool_id = ${toolId} and day > (now() at time zone 'utc')::date - 30 limit ${PEOPLE}
    ),
    used as (
      select tool_id as id, count(distinct user_id) as together from tool_person join person using (user_id)
       where tool_id <> ${toolId} and day > (now() at time zone 'utc')::date - 30
       group by tool_id order by together desc, tool_id limit ${USED_TOO}
    ),
    best as (
      select id from tool where ${isListed} and category = (select category from subject)
       order by quality desc, id limit ${OF_CATEGORY}
    ),
    scored as (
      select tool.id, tool.owner_id, tool.people_month,
             0.5 * coalesce(used.together / (sqrt(subject.people_month::float8 * tool.people_month) + 5), 0)
             + 0.4 * coalesce((select sum(weight) from own join tool_tag t using (tag_id) where t.tool_id = tool.id)
                              / (select sum(weight) from own), 0)
             + 0.1 * (tool.category = subject.category)::integer as score
        from subject, (select id from tagged union select id from used union select id from best) candidate
        join tool on tool.id = candidate.id left join used on used.id = tool.id
       where ${isListed} and tool.id <> subject.id
         and not (similarity(lower(tool.title), lower(subject.title)) >= 0.8
                  and similarity(tool.description, subject.description) >= 0.9)
    ),
    ranked as (
      select scored.*, row_number() over (partition by owner_id order by score desc, people_month desc, id) as of_creator
        from scored
    )
    select id from ranked where owner_id is null or of_creator <= ${OF_CREATOR}
     order by score desc, people_month desc, id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}
