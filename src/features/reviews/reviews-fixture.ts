import type { Person, TestApp } from '#src/app/test-app.ts'

/** Somebody whose voice counts. */
export async function aVoice({ aPerson, database: { pool } }: TestApp): Promise<Person> {
  const person = await aPerson()
  await pool.query('update "user" set email_verified_at = now() where id = $1', [person.id])
  return person
}

/** Ids of so many people whose voices count and who never sign in: the API lets few register at once. */
export async function aCrowd({ database: { pool } }: TestApp, size: number): Promise<string[]> {
  const { rows } = await pool.query(
    `insert into "user" (id, name, email, email_verified_at)
     select id, 'One of many', id || '@example.com', now() from (
       select gen_random_uuid() as id from generate_series(1, $1::int)) made returning id`,
    [size],
  )
  return rows.map(({ id }) => String(id))
}

/** A published tool of this person, made in the database, past the pages that publish. */
export async function aToolOf({ database: { pool } }: TestApp, { id }: Person, slug: string): Promise<string> {
  const { rows } = await pool.query(
    `with made as (
       insert into tool (id, slug, title, description, category, kind, owner_id, published_at)
       values (gen_random_uuid(), $2, 'Tool ' || $2, 'What it does.', 'converter', 'config', $1, now()) returning id)
     insert into tool_version (tool_id, version, input_schema, output_schema, code)
     select id, 1, '{}', '{}', '{"outputs": {}}' from made returning tool_id`,
    [id, slug],
  )
  return String(rows[0].tool_id)
}

/** Has the person rate and review the tool; the review waits for a moderator. Answers its id. */
export async function aReviewBy(person: Person, fxnId: string, stars = 4): Promise<string> {
  await person.post('/api/discovery/ratings', { fxnId, rating: stars })
  const text = { fxnId, title: 'Exact', content: 'It rounds the way my bank does.' }
  const { body } = await person.post('/api/discovery/reviews', text)
  return (body.entry as { review: { id: string } }).review.id
}

/** What a moderator does, in the database. */
export const show = ({ database: { pool } }: TestApp, reviewId: string) =>
  pool.query(
    `with shown as (update review set shown = latest where id = $1 returning id, latest)
     update review_text set status = 'approved' from shown where review_id = shown.id and version = shown.latest`,
    [reviewId],
  )
