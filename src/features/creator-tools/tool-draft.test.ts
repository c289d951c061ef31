import { expect, test } from 'vitest'
import { tileContent } from './test-content.ts'
import { createToolDraft, type Kept, QUIET_MS, type SaveOutcome, type Stored } from './tool-draft.ts'

/** A draft whose timer and server are at hand. */
function aDraft(begin: Stored = { content: tileContent, revision: 1, upToDate: true }) {
  const timers: { ms: number; callback: () => void }[] = []
  const [kept, taken, said]: [(Kept | null)[], Kept[], string[]] = [[], [], []]
  const saves: { title: string; revision: number; answer: (outcome: SaveOutcome) => void }[] = []
  const draft = createToolDraft({
    begin,
    save: ({ title }, revision) => new Promise((answer) => saves.push({ title, revision, answer })),
    after(ms, callback) {
      timers.push({ ms, callback })
      return () => void timers.splice(0)
    },
    keep: (one) => kept.push(one),
    taken: (one) => taken.push(one),
    say: (text) => said.push(text),
  })
  return { draft, timers, saves, kept, taken, said }
}

const theirs: Stored = { content: { ...tileContent, title: 'Theirs' }, revision: 5, upToDate: false }

test('changes wait for a pause, are sent one after the other, and name the revision that they build on', async () => {
  const { draft, timers, saves } = aDraft()
  draft.edit({ title: 'One' })
  draft.edit({ title: 'Two' })
  expect([timers.length, timers[0]?.ms, draft.getState().phase]).toEqual([1, QUIET_MS, 'unsaved'])
  const done = draft.flush()
  draft.edit({ title: 'Three' })
  saves[0]?.answer({ revision: 2, upToDate: false })
  await Promise.resolve()
  await Promise.resolve()
  saves[1]?.answer({ revision: 3, upToDate: false })
  expect(await done).toBe(true)
  expect(saves.map(({ title, revision }) => [title, revision])).toEqual([
    ['Two', 1],
    ['Three', 2],
  ])
  expect(draft.getState()).toMatchObject({ phase: 'saved', revision: 3, upToDate: false })
})

test('after a conflict nothing is sent any more, and what was typed stays', async () => {
  const { draft, saves } = aDraft()
  draft.edit({ title: 'Mine' })
  const done = draft.flush()
  saves[0]?.answer({ theirs })
  expect(await done).toBe(false)
  draft.edit({ title: 'Still mine' })
  expect([await draft.flush(), saves.length, draft.getState().phase]).toEqual([false, 1, 'conflict'])
  expect(draft.getState().content.title).toBe('Still mine')
})

test('a conflict ends with what is here, saved over the other one, or with the other one', async () => {
  for (const [decide, title, sent] of [
    [
      'keepMine',
      'Still mine',
      [
        ['Mine', 1],
        ['Still mine', 5],
      ],
    ],
    ['useTheirs', 'Theirs', [['Mine', 1]]],
  ] as const) {
    const { draft, saves } = aDraft()
    draft.edit({ title: 'Mine' })
    const done = draft.flush()
    saves[0]?.answer({ theirs })
    await done
    draft.edit({ title: 'Still mine' })
    draft[decide]()
    saves[1]?.answer({ revision: 6, upToDate: false })
    await draft.flush()
    expect(draft.getState()).toMatchObject({ phase: 'saved', content: { title } })
    expect(draft.getState().theirs).toBeUndefined()
    expect(saves.map((save) => [save.title, save.revision])).toEqual(sent)
  }
})

test('a save that failed is tried again later', async () => {
  const { draft, timers, saves } = aDraft()
  draft.edit({ title: 'Mine' })
  const done = draft.flush()
  saves[0]?.answer({ failed: 'Network error', refused: false })
  expect([await done, draft.getState().phase, draft.getState().message]).toEqual([false, 'failed', 'Network error'])
  timers.at(-1)?.callback()
  expect(saves.length).toBe(2)
})

test('what was sent and never answered is sent again as it was, before what was typed since', async () => {
  const { draft, saves } = aDraft()
  draft.edit({ title: 'One' })
  const done = draft.flush()
  saves[0]?.answer({ failed: 'Network error', refused: false })
  await done
  draft.edit({ title: 'Two' })
  const later = draft.flush()
  // The server had it all along, and says so.
  saves[1]?.answer({ revision: 2, upToDate: false })
  await Promise.resolve()
  await Promise.resolve()
  saves[2]?.answer({ revision: 3, upToDate: false })
  expect([await later, draft.getState().phase]).toEqual([true, 'saved'])
  expect(saves.map(({ title, revision }) => [title, revision])).toEqual([
    ['One', 1],
    ['One', 1],
    ['Two', 2],
  ])
})

test('what was refused is not sent again in place of what was typed since', async () => {
  const { draft, saves } = aDraft()
  draft.edit({ title: 'Too long' })
  const done = draft.flush()
  saves[0]?.answer({ failed: 'At most 80 characters', refused: true })
  await done
  draft.edit({ title: 'Short' })
  void draft.flush()
  expect(saves.map(({ title }) => title)).toEqual(['Too long', 'Short'])
})

/** What the browser keeps of a page that typed and went while a save of it had no answer. */
async function keptOfAGonePage(): Promise<Kept> {
  const { draft, saves, kept } = aDraft()
  draft.edit({ title: 'Sent' })
  const done = draft.flush()
  saves[0]?.answer({ failed: 'Network error', refused: false })
  await done
  draft.edit({ title: 'Typed' })
  const last = kept.at(-1)
  if (last == null) throw new Error('nothing was kept')
  return last
}

test('the next page goes on where one ended that had not saved everything', async () => {
  const gone = await keptOfAGonePage()
  const { draft, timers, saves, kept, taken, said } = aDraft()
  draft.restore(gone)
  expect([draft.getState().content.title, draft.getState().phase, timers.length]).toEqual(['Typed', 'unsaved', 1])
  expect([taken, said]).toEqual([[gone], ['Restored: what had not been saved.']])
  const done = draft.flush()
  saves[0]?.answer({ revision: 2, upToDate: false })
  await Promise.resolve()
  await Promise.resolve()
  saves[1]?.answer({ revision: 3, upToDate: false })
  expect(await done).toBe(true)
  expect(saves.map(({ title, revision }) => [title, revision])).toEqual([
    ['Sent', 1],
    ['Typed', 2],
  ])
  expect(kept.at(-1)).toBeNull()
})

test('what was kept and is there already is let go of; on top of what was typed since, nothing is restored', async () => {
  const gone = await keptOfAGonePage()
  const there = aDraft({ content: { ...tileContent, title: 'Typed' }, revision: 3, upToDate: false })
  there.draft.restore(gone)
  expect([there.draft.getState().phase, there.taken, there.said]).toEqual(['saved', [gone], []])
  const typing = aDraft()
  typing.draft.edit({ title: 'Typed since' })
  typing.draft.restore(gone)
  expect([typing.draft.getState().content.title, typing.taken]).toEqual(['Typed since', []])
})

test('what was kept and meets a newer version is a conflict, and still kept', async () => {
  const gone = await keptOfAGonePage()
  const { draft, saves, kept } = aDraft(theirs)
  draft.restore(gone)
  const done = draft.flush()
  saves[0]?.answer({ theirs })
  expect(await done).toBe(false)
  expect(draft.getState()).toMatchObject({ phase: 'conflict', content: { title: 'Typed' }, theirs })
  expect(kept.at(-1)).toMatchObject({ base: { revision: 1 }, content: { title: 'Typed' } })
})

test('a draft at rest sends nothing by itself', () => {
  const { draft, timers } = aDraft()
  draft.edit({ title: 'Mine' })
  draft.rest()
  draft.edit({ title: 'Mine again' })
  expect(timers).toEqual([])
})
