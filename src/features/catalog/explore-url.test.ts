import { expect, test } from 'vitest'
import { MAX_PAGE, MAX_PAGES_AT_ONCE, SORTS } from './catalog.schema.ts'
import {
  exploreUrl,
  isFiltered,
  isMoreOf,
  LAST_PAGE,
  MOST_PAGES_AT_ONCE,
  moreUrl,
  readExplore,
  SORT_NAMES,
  withTag,
} from './explore-url.ts'
import { tagUrl } from './tag-url.ts'

const read = (query: string) => readExplore(new URLSearchParams(query))
const everything = read('')

test('an empty address shows everything', () => {
  expect(everything).toEqual({ q: '', category: 'all', tags: [], sort: 'relevance', page: 1, from: 1 })
  expect(exploreUrl(everything)).toBe('/explore')
})

test('every part of the state survives the address', () => {
  const state = read('q=tip+jar&category=finance&tags=money,split&sort=recent&page=3')
  expect(state).toEqual({
    q: 'tip jar',
    category: 'finance',
    tags: ['money', 'split'],
    sort: 'recent',
    page: 3,
    from: 3,
  })
  expect(exploreUrl(state, { page: 3 })).toBe('/explore?q=tip+jar&category=finance&tags=money,split&sort=recent&page=3')
})

test.each([
  ['category=cookery', { category: 'all' }],
  ['sort=toString', { sort: 'relevance' }],
  ['page=0', { page: 1 }],
  ['page=-2', { page: 1 }],
  ['page=two', { page: 1 }],
  ['page=9999', { page: LAST_PAGE }],
  ['page=2&from=7', { page: 2, from: 2 }],
  ['page=9&from=1', { page: 9, from: 5 }],
  ['page=3&from=x', { page: 3, from: 1 }],
  ['tags=,a,,a, b ,', { tags: ['a', 'b'] }],
  ['tags=%00,a,b%00c', { tags: ['a'] }],
  ['q=tip%00jar', { q: 'tip jar' }],
  [`q=${'x'.repeat(300)}`, { q: 'x'.repeat(200) }],
])('what makes no sense is dropped: %s', (query, part) => {
  expect(read(query)).toMatchObject(part)
})

test('a form sends the state first and the pressed button last', () => {
  expect(read('category=health&tags=a&q=x&category=design').category).toBe('design')
})

test('another filter starts at the first page, another page keeps the filters', () => {
  const state = read('q=tip&page=4')
  expect(exploreUrl(state, { category: 'finance' })).toBe('/explore?q=tip&category=finance')
  expect(exploreUrl(state, { page: 5 })).toBe('/explore?q=tip&page=5')
})

test('more of a list keeps its beginning, up to five pages and to the end', () => {
  const state = read('q=tip&page=2')
  expect(moreUrl(state, 9)).toBe('/explore?q=tip&page=3&from=2')
  expect(moreUrl(read('q=tip&page=3&from=2'), 9)).toBe('/explore?q=tip&page=4&from=2')
  expect(moreUrl(read('q=tip&page=6&from=2'), 9)).toBeUndefined()
  expect(moreUrl(read('page=9'), 9)).toBeUndefined()
})

test('another page of a list that has grown stands alone', () => {
  expect(exploreUrl(read('page=3&from=1'), { page: 5 })).toBe('/explore?page=5')
})

test.each([
  ['page=2&from=1', 'page=1', true],
  ['page=3&from=1', 'page=2&from=1', true],
  ['page=3', 'page=2', false],
  ['page=2&from=1&sort=recent', 'page=1', false],
  ['page=1', 'page=2&from=1', false],
])('%s is more of %s: %s', (next, now, expected) => {
  expect(isMoreOf(read(next), read(now))).toBe(expected)
})

test('a tag is switched on and off', () => {
  expect(withTag(['a'], 'b')).toEqual(['a', 'b'])
  expect(withTag(['a', 'b'], 'a')).toEqual(['b'])
  expect(tagUrl('money')).toBe('/explore?tags=money')
})

test('sorting alone is no filter', () => {
  expect(isFiltered(read('sort=recent&page=2'))).toBe(false)
  expect(isFiltered(read('q=a'))).toBe(true)
  expect(isFiltered(read('category=health'))).toBe(true)
  expect(isFiltered(read('tags=a'))).toBe(true)
})

test('the limits and sorts are those of the API', () => {
  expect([LAST_PAGE, MOST_PAGES_AT_ONCE]).toEqual([MAX_PAGE, MAX_PAGES_AT_ONCE])
  expect(Object.keys(SORT_NAMES)).toEqual([...SORTS])
})
