import { expect, test } from 'vitest'
import { creatorTools } from '#db/seed/creator-tools.ts'
import { listBuiltins } from '#src/features/catalog/builtin-tools.server.ts'
import { BAD_LISTINGS } from './bad-listings-fixture.ts'
import { firstLook } from './first-look.ts'
import { GOOD_LISTINGS } from './good-listings-fixture.ts'
import { aListing } from './listing-fixture.ts'
import { readCode } from './read-code.ts'

const SOURDOUGH = {
  title: 'Sourdough planner',
  description:
    'Folding, proofing and baking times for a sourdough loaf, planned backwards from when you want to eat it.',
}
const known = [...(await listBuiltins()), ...creatorTools, SOURDOUGH]
const kindsOf = (listing: Parameters<typeof firstLook>[0]) => firstLook(listing, known).map(({ kind }) => kind)

test('of thirty bad listings at least 28 are noticed', () => {
  const noticed = BAD_LISTINGS.filter(([kind, listing]) => kindsOf(listing).includes(kind))
  expect([BAD_LISTINGS.length, noticed.length >= 28]).toEqual([30, true])
})

test('of thirty good listings at most one is', () => {
  const noticed = GOOD_LISTINGS.filter((listing) => kindsOf(listing).length > 0)
  expect([GOOD_LISTINGS.length, noticed.length <= 1]).toEqual([30, true])
})

test('a hint says where and what, and shows no secret', () => {
  const secret = ['AKIA', 'Q3EGR5WVMNZT7KJP'].join('')
  const source = `const key = '${secret}'\nfunction run(input) { return { result: key } }`
  expect(firstLook(aListing({ title: 'Signer', description: 'Signs links.', source }), [])).toEqual([
    { kind: 'secret', where: 'code', excerpt: 'AKIA… (20 signs)' },
  ])
})

test.each([
  [`globalThis['fe' + 'tch']('/')`, 'globalThis.fetch("")', ['fetch']],
  ["globalThis[['h','c','t','e','f'].reverse().join('')]", 'globalThis.fetch', ['fetch']],
  [`const k = 'ev' + 'al'; self[k](x)`, 'const k = ""; self.eval(x)', ['eval']],
  [`[101,118,97,108].map((n) => String.fromCharCode(n)).join('')`, '""', ['eval']],
  ["`a\x24{b + 'c'}d`", '"" + (b + "") + ""', []],
  ["a = b / c; d = '/* no comment */' // one", 'a = b / c; d = "" ', []],
])('%s is read as %s', (source, code, hidden) => {
  const read = readCode(source)
  expect([read.code.trimEnd(), read.hidden]).toEqual([code.trimEnd(), hidden])
})
