import { expect, test } from 'vitest'
import { drawInvoice } from './draw-invoice.server.ts'
import { readFonts } from './invoice-fonts.server.ts'
import type { Invoice } from './invoices.schema.ts'
import { textOf } from './pdf-text-fixture.ts'

const invoice = (more: Partial<Invoice>): Invoice => ({
  ...{ id: '018f0000-0000-7000-8000-000000000001', number: '2026-000001', kind: 'invoice', title: 'Doubler' },
  ...{ amount: 1190, tax: 190, taxRate: 'DE 19 %', currency: 'usd', livemode: true, corrects: null, creditNotes: [] },
  ...{ issuedAt: '2026-03-04T12:00:00Z', lines: [{ text: '“Doubler”, personal licence', amount: 1000 }] },
  seller: { name: 'Fettle Ltd', address: 'Bench 1', country: 'DE', taxId: '' },
  buyer: null,
  ...more,
})
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\n/g)
const NO_LOG = { warn: () => undefined }
const to = (name: string, address: string) =>
  invoice({ buyer: { name, address, country: '', taxId: '' }, lines: [{ text: `“${name}” 2`, amount: 1000 }] })
/** What is written below the buyer's heading, and the line of what was sold. */
async function written(name: string, address: string): Promise<string[]> {
  const lines = textOf(await drawInvoice(to(name, address), NO_LOG))
  return lines.slice(lines.indexOf('To') + 1, -2).filter((line) => line !== 'Description | Amount')
}

test.each([
  ['王小明有限公司', '北京市朝阳区 8\n臺北市信義區'],
  ['株式会社フェトル・ジャパン', '〒150-0002\n髙﨑 𠮷野'],
  ['주식회사 페틀', '서울특별시 강남구\n大韓民國'],
  ['Ада Λάβλεϊς Straße', 'Café 渋谷'],
])('%s is written out on an invoice, and stands beside letters of other fonts', async (name, address) => {
  expect(await written(name, address)).toEqual([name, ...address.split('\n'), `“${name}” 2 | $10.00`])
})

test('what no font has is a question mark, and never a box', async () => {
  expect(await written('Rocket 🚀 👨‍👩‍👧', 'ไทย 1')).toEqual(['Rocket ? ?', '??? 1', '“Rocket ? ?” 2 | $10.00'])
  // Named in the list of a file that does not have it.
  expect(await written('\u9ff0', '王')).toEqual(['?', '王', '“?” 2 | $10.00'])
})

test('long lines of several fonts wrap within their column', async () => {
  // 229 points are 22 of these signs, some of which are half as wide; 363 points are 35.
  expect(await written('東京都渋谷区渋谷二丁目24番12号渋谷スクランブルスクエア。', 'Floor 12 東京')).toEqual([
    ...['東京都渋谷区渋谷二丁目24番12号渋谷スクランブ', 'ルスクエア。', 'Floor 12 東京'],
    '“東京都渋谷区渋谷二丁目24番12号渋谷スクランブルスクエア。” 2 | $10.00',
  ])
})

test('the same names give the same bytes, and Latin ones need no other fonts than before', async () => {
  const document = to('株式会社フェトル', '서울 北京')
  expect((await drawInvoice(document, NO_LOG)).equals(await drawInvoice(document, NO_LOG))).toBe(true)
  expect([...(await readFonts('Ада Lovelace\nBench 1', NO_LOG)).files.keys()]).toEqual(['plain', 'bold'])
  expect([...(await readFonts('王 and Ada', NO_LOG)).files.keys()]).toEqual(['plain', 'bold', 'sc 0'])
})

test('addresses of many lines go on side by side, on further pages', async () => {
  const numbers = Array.from({ length: 180 }, (_, n) => `${n}`)
  const party = { country: '', taxId: '', address: numbers.join('\n') }
  const seller = { ...party, name: 'Fettle Ltd', address: numbers.slice(0, 60).join('\n') }
  const pdf = await drawInvoice(invoice({ seller, buyer: { ...party, name: 'Ada' } }), NO_LOG)
  expect(pagesOf(pdf)).toHaveLength(4)
  expect(textOf(pdf).slice(2, -4)).toEqual([
    ...['From', 'Fettle Ltd', ...numbers.slice(0, 47), 'To', 'Ada', ...numbers.slice(0, 47)],
    ...[...numbers.slice(47, 60), ...numbers.slice(47)],
  ])
})

test('an invoice with many corrections goes on, on further pages', async () => {
  const creditNotes = Array.from({ length: 60 }, (_, n) => ({
    ...{ id: `${n}`, number: `2026-C-${n}`, kind: 'credit_note' as const, amount: -10 },
    issuedAt: '2026-03-09T12:00:00Z',
  }))
  const pdf = await drawInvoice(invoice({ creditNotes }), NO_LOG)
  expect(pagesOf(pdf)).toHaveLength(3)
  expect(textOf(pdf).slice(-61)).toEqual([
    ...creditNotes.map(({ number }) => `Credit note ${number} of 9 March 2026 | −$0.10`),
    'Left in US dollars | $5.90',
  ])
})
