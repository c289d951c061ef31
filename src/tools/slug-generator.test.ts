import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { slugGenerator } from './slug-generator.tool.ts'

const run = (text: string, more = {}) => {
  const outcome = runTool(slugGenerator, { text, ...more })
  return outcome.ok ? outcome.outputs.slug : outcome.error.details
}

// omni-tools, slug generator tests; @sindresorhus/slugify, tests.
test.each([
  ['hello world!', {}, 'hello-world'],
  ['[foo] [bar]', {}, 'foo-bar'],
  ['UNICORNS AND RAINBOWS', {}, 'unicorns-and-rainbows'],
  ['foo&bar', {}, 'foo-and-bar'],
  ['Foo ÿ', {}, 'foo-y'],
  ['foo bar', { separator: '_' }, 'foo_bar'],
  ['BAR&baz', { keepCase: true }, 'BAR-and-baz'],
  ['ä ö ü Ä Ö Ü ß', { keepCase: true }, 'ae-oe-ue-Ae-Oe-Ue-ss'],
  ['ä ö Ä Ö', { keepCase: true, language: 'sv' }, 'a-o-A-O'],
  ['ố Ừ Đ', { keepCase: true }, 'o-U-D'],
  ['Ж п ю', { keepCase: true }, 'Zh-p-yu'],
  ['ș Ț', { keepCase: true }, 's-T'],
  ['İ ı Ş ş Ç ç Ğ ğ', {}, 'i-i-s-s-c-c-g-g'],
  ['č ž Ň', { keepCase: true }, 'c-z-N'],
  ['Ð Ø', { keepCase: true }, 'D-O'],
])('%s %j is %s', (text, more, slug) => {
  expect(run(text, more)).toBe(slug)
})

test.each([
  ["don't stop’s", {}, 'dont-stops'],
  // Unicode 17, UnicodeData: U+FB01, U+FF26, U+00B2 stand for fi, F, 2.
  ['ﬁne ﬂour, Ｆｅｔｔｌｅ, m²', {}, 'fine-flour-fettle-m2'],
  ['1½ cups', {}, '1-cups'],
  ['Smørrebrød på å', { language: 'da' }, 'smoerrebroed-paa-aa'],
  ['Αθήνα', {}, 'athina'],
  ['Łódź', {}, 'lodz'],
  ['Київ', {}, 'kiyiv'],
  // Serbian and polytonic Greek letters, and a Sámi one.
  ['Ђоковић, Џеј', {}, 'djokovic-dzej'],
  ['Ἀθῆναι', {}, 'athinai'],
  ['Ŋuorra Über', { language: 'none', keepCase: true }, 'Nuorra-Uber'],
  ['3 € & 2 £', {}, '3-euro-and-2-pound'],
  // UAX #29, WB4: marks belong to the word that they stand in.
  ['हिन्दी भाषा', { keepUnicode: true }, 'हिन्दी-भाषा'],
  ['- one -\r\n- two -\n\n...\nthree', {}, 'one\ntwo\n\n\nthree'],
  ['日本語 text', {}, 'text'],
  ['日本語 Text', { keepUnicode: true }, '日本語-text'],
  ['one two three', { maxLength: 9 }, 'one-two'],
  ['one two three', { maxLength: 7 }, 'one-two'],
  ['wonderful', { maxLength: 4 }, 'wond'],
  ['First one\nSecond one', {}, 'first-one\nsecond-one'],
  ['!!!', {}, ''],
  ['', {}, ''],
])('%s %j is %s', (text, more, slug) => {
  expect(run(text, more)).toBe(slug)
})

test('many lines take no time to speak of', () => {
  const begin = performance.now()
  expect(run('é\n'.repeat(50_000))).toMatch(/^e(\ne){49999}$/)
  expect(performance.now() - begin).toBeLessThan(1000)
})
