import { setTimeout as sleep } from 'node:timers/promises'
import { queryDatabase } from '../support/app-database.ts'
import type { AppProcess } from '../support/app-process.ts'

/** What processes write about themselves, and how often was searched, which they write down now and then. */
const OWN = new Set(['executor', 'search_day'])

/** Mails on their way are marked as sent when they are, whatever anybody calls meanwhile. */
async function mailsSent(app: AppProcess): Promise<void> {
  const queued = () => queryDatabase(app.dataDir, "select 1 from mail where status = 'queued'")
  while ((await queued()).length > 0) await sleep(20)
}

const tablesOf = async (app: AppProcess): Promise<string[]> => {
  const rows = await queryDatabase(
    app.dataDir,
    "select tablename from pg_tables where schemaname = 'public' order by 1",
  )
  return rows.map(({ tablename }) => String(tablename))
}

/** Every row of every table as text, as somebody who has stolen the database would read it. */
export async function dump(app: AppProcess): Promise<Map<string, string>> {
  const texts = (await tablesOf(app)).map(
    (name) => `select '${name}' as name, coalesce(string_agg(t::text, e'\\n'), '') as text from "${name}" t`,
  )
  const rows = await queryDatabase(app.dataDir, texts.join(' union all '))
  return new Map(rows.map(({ name, text }) => [String(name), String(text)]))
}

/** A checksum of every table: two that are equal mean that nothing was changed between them. */
export async function snapshot(app: AppProcess): Promise<Record<string, string>> {
  await mailsSent(app)
  const names = (await tablesOf(app)).filter((name) => !OWN.has(name))
  const sums = names.map(
    (name) =>
      `select '${name}' as name, count(*) || ' ' || md5(coalesce(string_agg(t::text, '' order by t::text), '')) as sum from "${name}" t`,
  )
  const rows = await queryDatabase(app.dataDir, sums.join(' union all '))
  return Object.fromEntries(rows.map(({ name, sum }) => [String(name), String(sum)]))
}
