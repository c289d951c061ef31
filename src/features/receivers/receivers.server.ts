import { setImmediate as othersFirst } from 'node:timers/promises'
import { getTool } from '#src/features/catalog/catalog.server.ts'
import { findBuiltin } from '#src/features/catalog/find-builtin.ts'
import { keptFor } from '#src/lib/kept-for.ts'
import type { Field, FieldSpec, JsonObject, Tool } from '#src/sdk/index.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import type { Db } from '#src/server/database.ts'
import { limitAddressWith } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { tools } from '#src/tools/index.ts'
import { listCandidates, type ReceiverRow } from './receivers.queries.ts'
import { MOST_RECEIVERS, type Receiver, receiversContract } from './receivers.schema.ts'
import { companions, isComplete, mainField, SAMPLES, type ValueKind } from './takes.ts'

const KEPT_MS = 60_000
const KINDS = Object.keys(SAMPLES) as ValueKind[]

interface Taking {
  readonly kind: ValueKind
  readonly main: Field
  readonly inputs: JsonObject
}

/** Built-in tools are tried with a sample of the kind: only one that gives a result is offered. */
async function takingsOfBuiltin(tool: Tool): Promise<Taking[]> {
  await tool.prepare?.()
  // All tools together take a third of a second: what waits meanwhile is served between two of them.
  await othersFirst()
  return KINDS.flatMap((kind) => {
    const main = mainField(tool.input, kind)
    if (main === undefined) return []
    const inputs = companions(tool.input, main, tool.examples[0]?.input).find(
      (others) => runTool(tool, { ...others, [main.name]: SAMPLES[kind] }).ok,
    )
    return inputs === undefined ? [] : [{ kind, main, inputs }]
  })
}

/** Tools of creators run in the sandbox, so their fields alone are asked. */
function takingsOfFields(fields: readonly Field[]): Taking[] {
  return KINDS.flatMap((kind) => {
    const main = mainField(fields, kind)
    const [inputs] = main === undefined ? [] : companions(fields, main)
    return main !== undefined && inputs !== undefined && isComplete(fields, main, inputs)
      ? [{ kind, main, inputs }]
      : []
  })
}

const known = new Map<string, Promise<Taking[]>>()

/** The tools of this release never change while it runs. */
async function takingsOf(row: ReceiverRow): Promise<Taking[]> {
  const builtin = row.kind === 'builtin' ? await findBuiltin(row.slug) : undefined
  if (builtin === undefined) {
    // Written by saveTool, as fields.
    const schema = row.input_schema as Record<string, FieldSpec>
    return row.kind === 'builtin'
      ? []
      : takingsOfFields(Object.entries(schema).map(([name, spec]) => ({ ...spec, name })))
  }
  const trying = known.get(builtin.slug) ?? takingsOfBuiltin(builtin)
  known.set(builtin.slug, trying)
  trying.catch(() => known.delete(builtin.slug))
  return trying
}

type Ranked = Receiver & { readonly people: number }

const toReceiver = (row: ReceiverRow, { kind, main, inputs }: Taking): Ranked => ({
  ...{ slug: row.slug, title: row.title, category: row.category as Receiver['category'], kind, inputs },
  runsIn: row.kind === 'builtin' ? 'browser' : 'server',
  field: main.name,
  label: main.label,
  limits: {
    ...(main.min !== undefined && { min: main.min }),
    ...(main.max !== undefined && { max: main.max }),
    ...(main.integer !== undefined && { integer: main.integer }),
    ...(main.maxLength !== undefined && { maxLength: main.maxLength }),
  },
  people: row.people_month,
})

interface Wanted {
  readonly kinds: readonly ValueKind[]
  readonly of: { readonly slug: string; readonly category: string }
}

/** Each tool once, by the best kind that it takes: that kind first, then the same category, then that of the most people. */
function rank(all: readonly Ranked[], { kinds, of }: Wanted): Receiver[] {
  const place = ({ kind, category, people, title }: Ranked) =>
    [kinds.indexOf(kind), category === of.category ? 0 : 1, -people, title] as const
  const byPlace = (one: Ranked, other: Ranked) => {
    const [left, right] = [place(one), place(other)]
    const at = left.findIndex((part, index) => part !== right[index])
    return at === -1 ? 0 : (left[at] ?? 0) < (right[at] ?? 0) ? -1 : 1
  }
  const fitting = all.filter(({ kind, slug }) => kinds.includes(kind) && slug !== of.slug).toSorted(byPlace)
  const best = new Map(fitting.toReversed().map((one) => [one.slug, one]))
  return fitting.filter((one) => best.get(one.slug) === one).slice(0, MOST_RECEIVERS)
}

export function receiverRoutes({ db, limiter }: { db: Db; limiter: Limiter }): Route[] {
  const read = keptFor(KEPT_MS, async () => {
    const rows = await listCandidates(db, Object.keys(tools))
    const found = await Promise.all(rows.map(async (row) => ({ row, takings: await takingsOf(row) })))
    return found.flatMap(({ row, takings }) => takings.map((taking) => toReceiver(row, taking)))
  })
  return [
    route(receiversContract.list, [limitAddressWith(limiter)('60/min', 'receivers')], async ({ query }) => {
      const { slug, category } = await getTool(db, query.of)
      return { receivers: rank(await read(), { kinds: query.kinds, of: { slug, category } }) }
    }),
  ]
}
