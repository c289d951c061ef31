import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { textCaseConverter } from './text-case-converter.tool.ts'

const run = (text: string, name: string) => {
  const outcome = runTool(textCaseConverter, { text, case: name })
  return outcome.ok ? outcome.outputs.result : outcome.error.details
}

// lodash 4 documentation: _.camelCase, _.kebabCase, _.snakeCase.
test.each([
  ['Foo Bar', 'camel', 'fooBar'],
  ['--foo-bar--', 'camel', 'fooBar'],
  ['Foo Bar', 'kebab', 'foo-bar'],
  ['__FOO_BAR__', 'kebab', 'foo-bar'],
  ['fooBar', 'snake', 'foo_bar'],
  ['XMLHttpRequest', 'kebab', 'xml-http-request'],
  ['XMLHttpRequest', 'camel', 'xmlHttpRequest'],
  ['version 1.2.10', 'camel', 'version1_2_10'],
  ["don't stop", 'snake', 'dont_stop'],
  ['éclair au Café', 'constant', 'ÉCLAIR_AU_CAFÉ'],
  ['foo bar', 'train', 'Foo-Bar'],
  ['fooBar baz', 'dot', 'foo.bar.baz'],
  ['fooBar baz', 'path', 'foo/bar/baz'],
  ['fooBar2Baz', 'words', 'foo bar2 baz'],
  ['one two\nthree four', 'pascal', 'OneTwo\nThreeFour'],
  ['...', 'camel', ''],
])('%s in %s case is %s', (text, name, result) => {
  expect(run(text, name)).toBe(result)
})

test.each([
  ['the lord of the rings', 'title', 'The Lord of the Rings'],
  ['THE END OF IT', 'title', 'The End of It'],
  ['an iPhone from NASA', 'title', 'An iPhone from NASA'],
  ['well-known “quotes” of', 'title', 'Well-Known “Quotes” Of'],
  ['HELLO THERE. HOW ARE YOU? fine', 'sentence', 'Hello there. How are you? Fine'],
  ['“who?” she said', 'sentence', '“Who?” She said'],
  // The Unicode Standard: SpecialCasing.txt, and the third forms of UnicodeData.txt; Georgian has none but its own.
  ['ßeta ﬁnal ŉ', 'title', 'Sseta Final ʼN'],
  ['ǆungla ᾳdes ǰ', 'title', 'ǅungla ᾼdes J̌'],
  ['გამარჯობა მსოფლიო', 'title', 'გამარჯობა მსოფლიო'],
  ['ﬁrst. ǉeto', 'sentence', 'First. ǈeto'],
  ['ﬃ ok', 'pascal', 'FfiOk'],
  ['Hello World', 'inverse', 'hELLO wORLD'],
  ['', 'upper', ''],
])('%s in %s case is %s', (text, name, result) => {
  expect(run(text, name)).toBe(result)
})

test('the table has every case', () => {
  const outcome = runTool(textCaseConverter, { text: 'foo bar' })
  expect(outcome.ok && outcome.outputs.cases).toContainEqual({ case: 'CONSTANT_CASE', value: 'FOO_BAR' })
  const long = runTool(textCaseConverter, { text: 'foo '.repeat(500) })
  expect(long.ok && long.outputs.cases).toEqual([])
})

test.each(['.', '-', '. ', '- ', 'a', 'A', ' ', 'aB', "'", '\n'])(
  'a long text of %j takes no time to speak of',
  (piece) => {
    const text = piece.repeat(100_000 / piece.length)
    const begin = performance.now()
    for (const name of ['sentence', 'title', 'camel', 'inverse']) expect(typeof run(text, name)).toBe('string')
    expect(performance.now() - begin).toBeLessThan(4000)
  },
)
