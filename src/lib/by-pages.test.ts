import { expect, test } from 'vitest'
import { byPages } from './by-pages.ts'

const LIST = ['e', 'd', 'c', 'b', 'a'].map((id) => ({ id }))

test.each([
  [2, ['ed', 'cb', 'a'], [undefined, 'd', 'b']],
  [5, ['edcba'], [undefined, 'a']],
  [6, ['edcba'], [undefined]],
])('by %i all are read once, each page after the last', async (perPage, pages, asked) => {
  const [read, begun]: [string[], (string | undefined)[]] = [[], []]
  const ask = (before: string | undefined) => {
    begun.push(before)
    const from = LIST.findIndex(({ id }) => id === before) + 1
    return Promise.resolve(LIST.slice(from, from + perPage))
  }
  for await (const page of byPages(perPage, ask)) read.push(page.map(({ id }) => id).join(''))
  expect([read, begun]).toEqual([pages, asked])
})
