import { expect, test } from 'vitest'
import { tileContent } from './test-content.ts'
import { createToolDraft, QUIET_MS, type SaveOutcome, type Stored } from './tool-draft.ts'

/** A draft whose timer and server are at hand. */
function aDraft() {
  const timers: { ms: number; callback: () => void }[] = []
  const saves: { title: string; revision: number; answer: (outcome: SaveOutcome) => void }[] = []
  const draft = createToolDraft({
    begin: { content: tileContent, revision: 1, upToDate: true },
    save: ({ title }, revision) => new Promise((answer) => saves.push({ title, revision, answer })),
    after(ms, callback) {
      timers.push({ ms, callback })
      return () => void timers.splice(0)
    },
  })
  return { draft, timers, saves }
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
    ['keepMine', 'Still mine', [['Mine', 1], ['Still mine', 5]]],
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
