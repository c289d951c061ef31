import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { addFree, removeSteps } from '#src/lib/graph/edit.ts'
import { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { createDraft, type Draft, type SaveOptions, type SaveOutcome, type Stored } from './draft.ts'
import { changeStep } from './graph-edit.ts'

type Marks = ReadonlySet<string>
/** Each edit leaves a mark of its own, so that one can tell what has become of it. */
const marksIn = (graph: Graph): Marks => new Set(graph.nodes.map(({ config }) => String(config.mark)))
const lost = (before: Marks, after: Marks) => [...before].filter((mark) => !after.has(mark))

const nodeOf = (id: string, mark: string) => GraphNode.parse({ id, key: id, type: 'set', name: id, config: { mark } })
const start = Graph.parse({ nodes: ['a', 'b', 'c', 'd'].map((id) => nodeOf(id, id)) })

type Save = (graph: Graph, revision: number, options: SaveOptions) => Promise<SaveOutcome>

/** A draft whose time does not pass by itself. */
const draftOn = (stored: Stored, save: Save): Draft =>
  createDraft({ ...stored, save, after: () => () => {}, now: () => 0 })

const ACTS = [
  'mark',
  'mark',
  'add',
  'remove',
  'undo',
  'redo',
  'save',
  'save',
  'save',
  'hear',
  'mine',
  'theirs',
  'restore',
] as const
type Act = readonly [client: number, name: (typeof ACTS)[number], pick: number]
const acts = (length: number) =>
  fc.array(fc.tuple(fc.nat(1), fc.constantFrom(...ACTS), fc.nat(9)), { minLength: length, maxLength: length })

/** What people did, and what of it they gave up themselves. */
interface Ledger {
  readonly made: Set<string>
  readonly givenUp: Set<string>
}

function change(draft: Draft, [client, name, pick]: Act, { made, givenUp }: Ledger): void {
  const { graph } = draft.getState()
  const mark = `m${made.size}`
  const id = graph.nodes[pick % Math.max(1, graph.nodes.length)]?.id ?? 'none'
  const before = marksIn(graph)
  if (name === 'mark') draft.edit((now) => changeStep(now, id, (node) => ({ ...node, config: { mark } })))
  if (name === 'add') draft.edit((now) => addFree(now, nodeOf(`c${client}_${mark}`, mark), { x: 0, y: 0 }))
  if (name === 'remove') draft.edit((now) => removeSteps(now, [id], { heal: false }))
  if (name === 'undo') draft.undo()
  if (name === 'redo') draft.redo()
  if (name === 'theirs') draft.useTheirs()
  const after = marksIn(draft.getState().graph)
  if (after.has(mark)) made.add(mark)
  for (const one of lost(before, after)) givenUp.add(one)
}

interface Server extends Stored {
  readonly kept: readonly Graph[]
}

/** Answers as the API does. */
function modelServer() {
  let server: Server = { graph: start, revision: 1, kept: [] }
  const save: Save = async (graph, revision, { keepReplaced }) => {
    // Others go on meanwhile.
    await Promise.resolve()
    if (revision !== server.revision) return { theirs: server }
    server = { graph, revision: revision + 1, kept: keepReplaced ? [...server.kept, server.graph] : server.kept }
    return { revision: server.revision }
  }
  /** An old version becomes the draft, as the list of versions asks for it: from the revision that was shown there. */
  const restore = (revision: number) => {
    if (revision !== server.revision) return
    server = { graph: start, revision: revision + 1, kept: [...server.kept, server.graph] }
  }
  return { save, restore, now: () => server }
}

/** Everything that anybody did and did not take back is with the server, or on a screen that says that it is not. */
function missing(ledger: Ledger, places: readonly Graph[]): string[] {
  const found = new Set(places.flatMap((graph) => [...marksIn(graph)]))
  return [...ledger.made].filter((mark) => !ledger.givenUp.has(mark) && !found.has(mark))
}

const unsaved = (drafts: readonly Draft[]) =>
  drafts.filter((draft) => draft.getState().phase !== 'saved').map((draft) => draft.getState().graph)

test('whatever two people do to one draft at once, nothing is lost without a word', async () => {
  let [merges, conflicts] = [0, 0]
  await fc.assert(
    fc.asyncProperty(acts(60), async (sequence) => {
      const { save, restore, now } = modelServer()
      const drafts = [draftOn(now(), save), draftOn(now(), save)]
      const ledger: Ledger = { made: new Set(), givenUp: new Set() }
      const going: Promise<unknown>[] = []
      for (const one of sequence) {
        const draft = drafts[one[0]] as Draft
        if (one[1] === 'save') going.push(draft.flush())
        else if (one[1] === 'hear') draft.hear(now())
        else if (one[1] === 'mine') draft.takeOver()
        else if (one[1] === 'restore') restore(draft.getState().revision)
        else change(draft, one, ledger)
        if (one[2] > 4) await Promise.all(going.splice(0))
      }
      for (const draft of [...drafts, ...drafts]) {
        await draft.flush()
        draft.hear(now())
      }
      conflicts += drafts.filter((draft) => draft.getState().phase === 'conflict').length
      merges += now().revision
      for (const draft of drafts) expect(['saved', 'conflict']).toContain(draft.getState().phase)
      expect(missing(ledger, [now().graph, ...now().kept, ...unsaved(drafts)])).toEqual([])
      const [one, other] = drafts.filter((draft) => draft.getState().phase === 'saved')
      if (one && other) expect(one.getState().graph).toEqual(other.getState().graph)
    }),
    { numRuns: 200 },
  )
  expect(conflicts).toBeGreaterThan(10)
  expect(merges).toBeGreaterThan(400)
})

let fettle: TestApp
let ada: Person
beforeAll(async () => {
  fettle = await startTestApp()
  ada = await fettle.aPerson()
})
afterAll(() => fettle.stop())

test('nor is it with the real API', async () => {
  await fc.assert(
    fc.asyncProperty(acts(24), async (sequence) => {
      const { body } = await ada.post('/api/workflows', { name: 'Ours', graph: start })
      const { id } = body.workflow as { id: string }
      const read = async () => {
        const { graph, revision } = (await ada.get(`/api/workflows/${id}`)).body.workflow as Stored
        return { graph: Graph.parse(graph), revision }
      }
      const save: Save = async (graph, revision, options) => {
        const answer = await ada.send('PUT', `/api/workflows/${id}/draft`, { graph, revision, ...options })
        return answer.status === 200 ? (answer.body as { revision: number }) : { theirs: await read() }
      }
      const restore = (revision: number) => ada.post(`/api/workflows/${id}/versions/1/restore`, { revision })
      const first = await read()
      await fettle.database.pool.query(
        `insert into workflow_version (workflow_id, version, graph, lane) values ($1, 1, $2, 'inline')`,
        [id, JSON.stringify(start)],
      )
      const drafts = [draftOn(first, save), draftOn(first, save)]
      const ledger: Ledger = { made: new Set(), givenUp: new Set() }
      for (const one of sequence) {
        const draft = drafts[one[0]] as Draft
        if (one[1] === 'save') await draft.flush()
        else if (one[1] === 'hear') draft.hear(await read())
        else if (one[1] === 'restore') await restore(draft.getState().revision)
        else if (one[1] === 'mine') {
          draft.takeOver()
          await draft.flush()
        } else change(draft, one, ledger)
      }
      for (const draft of drafts) await draft.flush()
      const { drafts: kept } = (await ada.get(`/api/workflows/${id}/kept-drafts`)).body as { drafts: { id: string }[] }
      const graphs = await Promise.all(
        kept.map(async (one) => (await ada.get(`/api/workflows/${id}/kept-drafts/${one.id}`)).body.draft as Stored),
      )
      const places = [(await read()).graph, ...graphs.map(({ graph }) => Graph.parse(graph)), ...unsaved(drafts)]
      expect(missing(ledger, places)).toEqual([])
    }),
    { numRuns: 8 },
  )
})
