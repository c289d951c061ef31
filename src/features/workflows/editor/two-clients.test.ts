import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { addFree, removeSteps } from '#src/lib/graph/edit.ts'
import { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { createDraft, type Draft } from './draft.ts'
import type { Kept, Stored } from './draft-state.ts'
import { changeStep } from './graph-edit.ts'
import { type CopyCalls, createCopying } from './save-copy.ts'
import type { SaveOptions, SaveOutcome } from './save-outcome.ts'

type Marks = ReadonlySet<string>
/** Each edit leaves a mark of its own, so that one can tell what has become of it. */
const marksIn = (graph: Graph): Marks => new Set(graph.nodes.map(({ config }) => String(config.mark)))
const lost = (before: Marks, after: Marks) => [...before].filter((mark) => !after.has(mark))

const nodeOf = (id: string, mark: string) => GraphNode.parse({ id, key: id, type: 'set', name: id, config: { mark } })
const start = Graph.parse({ nodes: ['a', 'b', 'c', 'd'].map((id) => nodeOf(id, id)) })

type Save = (graph: Graph, revision: number, options: SaveOptions) => Promise<SaveOutcome>

interface Copy {
  readonly id: string
  readonly revision: number
}
interface Calls {
  readonly save: Save
  readonly copies: CopyCalls<Copy>
}

/** A page whose time does not pass by itself, on what the server has and what the last page had not saved. */
function openPage(stored: Stored, { save, copies }: Calls, left: Kept | null = null) {
  const page = { isOpen: true, isOnline: true, kept: left }
  const whileOpen = async (outcome: Promise<SaveOutcome>): Promise<SaveOutcome> => {
    const answer = await outcome
    return page.isOpen ? answer : { offline: true }
  }
  const draft = createDraft({
    ...stored,
    save: async (...call) => (page.isOnline ? whileOpen(save(...call)) : { offline: true }),
    keep: (kept) => {
      page.kept = kept
    },
    after: () => () => {},
    now: () => 0,
  })
  if (left !== null) draft.restore(left)
  const copying = createCopying(draft, copies)
  return Object.assign(page, {
    draft,
    /** As the notice of a conflict offers it. */
    copy: async () => (page.isOnline && draft.getState().phase === 'conflict' ? copying('copy') : undefined),
  })
}
type Page = ReturnType<typeof openPage>

/** The page goes without a word; the next one takes up what was kept. */
function reopened(page: Page, stored: Stored, calls: Calls): Page {
  page.isOpen = false
  return openPage(stored, calls, page.kept)
}

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
  'mine',
  'theirs',
  'restore',
  'copy',
  'line',
  'killed',
  'killed',
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
  readonly copies: Readonly<Record<string, Graph>>
}

/** Answers as the API does. */
function modelServer() {
  let server: Server = { graph: start, revision: 1, kept: [], copies: {} }
  const save: Save = async (graph, revision, { keepReplaced }) => {
    // Others go on meanwhile.
    await Promise.resolve()
    if (revision !== server.revision) return { theirs: server }
    const kept = keepReplaced ? [...server.kept, server.graph] : server.kept
    server = { ...server, graph, revision: revision + 1, kept }
    return { revision: server.revision }
  }
  /** An old version becomes the draft, as the list of versions asks for it: from the revision that was shown there. */
  const restore = (revision: number) => {
    if (revision !== server.revision) return
    server = { ...server, graph: start, revision: revision + 1, kept: [...server.kept, server.graph] }
  }
  const put = async (copy: Copy, graph: Graph): Promise<Copy> => {
    await Promise.resolve()
    server = { ...server, copies: { ...server.copies, [copy.id]: graph } }
    return { ...copy, revision: copy.revision + 1 }
  }
  let created = 0
  const create = (_: string, graph: Graph) => {
    created += 1
    return put({ id: `copy ${created}`, revision: 0 }, graph)
  }
  return { calls: { save, copies: { create, save: put } }, restore, now: () => server }
}

/** Everything that anybody did and did not take back is with the server, or on a screen that says that it is not. */
function missing(ledger: Ledger, places: readonly Graph[]): string[] {
  const found = new Set(places.flatMap((graph) => [...marksIn(graph)]))
  return [...ledger.made].filter((mark) => !ledger.givenUp.has(mark) && !found.has(mark))
}

const unsaved = (pages: readonly Page[]) =>
  pages.map(({ draft }) => draft.getState()).flatMap(({ phase, graph }) => (phase === 'saved' ? [] : [graph]))

test('whatever two people do to one draft at once, nothing is lost without a word', async () => {
  let [merges, conflicts, copies] = [0, 0, 0]
  await fc.assert(
    fc.asyncProperty(acts(60), async (sequence) => {
      const { calls, restore, now } = modelServer()
      const pages = [openPage(now(), calls), openPage(now(), calls)]
      const ledger: Ledger = { made: new Set(), givenUp: new Set() }
      const going: Promise<unknown>[] = []
      for (const one of sequence) {
        const [client, name, pick] = one
        const page = pages[client] as Page
        const { draft } = page
        if (name === 'save') going.push(draft.flush())
        else if (name === 'hear') draft.hear(now())
        else if (name === 'mine') draft.takeOver()
        else if (name === 'restore') restore(draft.getState().revision)
        else if (name === 'copy') going.push(page.copy())
        else if (name === 'line') page.isOnline = pick > 3
        else if (name === 'killed') pages[client] = reopened(page, now(), calls)
        else change(draft, one, ledger)
        if (pick > 4) await Promise.all(going.splice(0))
      }
      // A save that began offline ends there first: joined by the one below, it would leave a round too few. So does the
      // one that a choice in a conflict began by itself.
      await Promise.all([...going, ...pages.map(({ draft }) => draft.flush())])
      for (const page of [...pages, ...pages]) {
        page.isOnline = true
        await page.draft.flush()
        page.draft.hear(now())
      }
      conflicts += pages.filter(({ draft }) => draft.getState().phase === 'conflict').length
      merges += now().revision
      copies += Object.keys(now().copies).length
      for (const { draft } of pages) expect(['saved', 'conflict']).toContain(draft.getState().phase)
      const places = [now().graph, ...now().kept, ...Object.values(now().copies), ...unsaved(pages)]
      expect(missing(ledger, places)).toEqual([])
      const [one, other] = pages.filter(({ draft }) => draft.getState().phase === 'saved')
      if (one && other) expect(one.draft.getState().graph).toEqual(other.draft.getState().graph)
    }),
    { numRuns: 1500 },
  )
  expect(conflicts).toBeGreaterThan(10)
  expect(merges).toBeGreaterThan(400)
  expect(copies).toBeGreaterThan(10)
})

/** Nothing is sent; what is sent gets lost; the server has it, and its answer gets lost. */
const LINES = ['good', 'away', 'dead', 'mute'] as const

test('who works alone never meets a conflict, whatever answers get lost and whenever the page goes', async () => {
  let unheard = 0
  await fc.assert(
    fc.asyncProperty(acts(60), async (sequence) => {
      const { calls, now } = modelServer()
      let line: (typeof LINES)[number] = 'good'
      const save: Save = async (...call) => {
        if (line === 'away') return { offline: true, notTaken: true }
        if (line === 'dead') return { offline: true }
        const outcome = await calls.save(...call)
        if (line === 'good') return outcome
        unheard += 'revision' in outcome ? 1 : 0
        return { offline: true }
      }
      const alone = { ...calls, save }
      let page = openPage(now(), alone)
      const ledger: Ledger = { made: new Set(), givenUp: new Set() }
      const going: Promise<unknown>[] = []
      for (const one of sequence) {
        const [, name, pick] = one
        if (name === 'save') going.push(page.draft.flush())
        else if (name === 'line') line = LINES[pick % LINES.length] ?? 'good'
        else if (name === 'killed') page = reopened(page, now(), alone)
        else change(page.draft, one, ledger)
        if (pick > 4) await Promise.all(going.splice(0))
        expect(page.draft.getState().phase).not.toBe('conflict')
      }
      line = 'good'
      await Promise.all([...going, page.draft.flush()])
      await page.draft.flush()
      expect(page.draft.getState().phase).toBe('saved')
      expect(now().graph).toEqual(page.draft.getState().graph)
      expect(missing(ledger, [now().graph])).toEqual([])
    }),
    { numRuns: 500 },
  )
  expect(unheard).toBeGreaterThan(100)
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
      const copied: string[] = []
      const copies: CopyCalls<Copy> = {
        async create(name, graph) {
          const { workflow } = (await ada.post('/api/workflows', { name, graph })).body as { workflow: Copy }
          copied.push(workflow.id)
          return workflow
        },
        async save(copy, graph) {
          const { revision } = copy
          const answer = await ada.send('PUT', `/api/workflows/${copy.id}/draft`, { graph, revision })
          return { id: copy.id, ...(answer.body as { revision: number }) }
        },
      }
      const first = await read()
      await fettle.database.pool.query(
        `insert into workflow_version (workflow_id, version, graph, lane) values ($1, 1, $2, 'inline')`,
        [id, JSON.stringify(start)],
      )
      const pages = [openPage(first, { save, copies }), openPage(first, { save, copies })]
      const ledger: Ledger = { made: new Set(), givenUp: new Set() }
      for (const one of sequence) {
        const [client, name, pick] = one
        const page = pages[client] as Page
        const { draft } = page
        if (name === 'save') await draft.flush()
        else if (name === 'hear') draft.hear(await read())
        else if (name === 'restore') await restore(draft.getState().revision)
        else if (name === 'copy') await page.copy()
        else if (name === 'line') page.isOnline = pick > 3
        else if (name === 'killed') pages[client] = reopened(page, await read(), { save, copies })
        else if (name === 'mine') {
          draft.takeOver()
          await draft.flush()
        } else change(draft, one, ledger)
      }
      for (const page of pages) {
        page.isOnline = true
        await page.draft.flush()
      }
      const graphOf = async (path: string, name: 'draft' | 'workflow') =>
        Graph.parse(((await ada.get(path)).body[name] as Stored).graph)
      const { drafts: kept } = (await ada.get(`/api/workflows/${id}/kept-drafts`)).body as { drafts: { id: string }[] }
      const graphs = await Promise.all([
        ...kept.map((one) => graphOf(`/api/workflows/${id}/kept-drafts/${one.id}`, 'draft')),
        ...copied.map((copy) => graphOf(`/api/workflows/${copy}`, 'workflow')),
      ])
      expect(missing(ledger, [(await read()).graph, ...graphs, ...unsaved(pages)])).toEqual([])
    }),
    { numRuns: 8 },
  )
})
