import { describe, expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { xmlFormatter } from './xml-formatter.tool.ts'

const run = (xml: string, more = {}) => {
  const outcome = runTool(xmlFormatter, { xml, ...more })
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}
const verdict = (xml: string) => {
  const { valid, line, column } = run(xml, { action: 'validate' })
  return valid ? true : [line, column]
}

// What W3C XML 1.0 (fifth edition) says of such a document, by section.
describe('well-formed', () => {
  test.each([
    ['2.1', '<doc></doc>'],
    ['2.3', '<:doc _a.b-c:d="1"/>'],
    ['2.3', '<日本語 été="1"/>'],
    ['2.4', '<doc a=\'"\' b="\'">]] &lt; &#38; &#x10FFFF; ></doc>'],
    ['2.5', '<!-- declarations for <head> & <body> --><doc/>'],
    ['2.6', '<?xml-stylesheet href="a.css"?><doc/><?end?>'],
    ['2.7', '<doc><![CDATA[<&]]]]></doc>'],
    [
      '2.8',
      '<?xml version="1.0" encoding="UTF-8" standalone=\'yes\'?>\n<!DOCTYPE greeting [\n  <!ELEMENT greeting (#PCDATA)>\n]>\n<greeting>Hello, world!</greeting>',
    ],
    ['2.8', '<!DOCTYPE greeting SYSTEM "hello.dtd"><greeting>&elsewhere;</greeting>'],
    ['4.2', '<!DOCTYPE d [<!ENTITY Pub-Status "a > b"><!-- ] --><?x ]> ?>]><d>&Pub-Status;</d>'],
    ['3.1', '<doc ></doc >'],
    ['4.3.3', '\uFEFF<doc/>'],
  ])('%s: %s', (_, xml) => {
    expect(verdict(xml)).toBe(true)
  })
})

describe('not well-formed', () => {
  test.each<[string, string, [number, number]]>([
    ['2.1: no element', '<!-- x -->', [1, 11]],
    ['2.1: two roots', '<a/><b/>', [1, 5]],
    ['2.1: text behind', '<a/>\n x', [2, 2]],
    ['2.2: a control character', '<a>\u0001</a>', [1, 4]],
    ['2.3: a name', '<1a/>', [1, 2]],
    ['2.3: < in a value', '<a b="<"/>', [1, 7]],
    ['2.4: an ampersand', '<a>b & c</a>', [1, 6]],
    ['2.4: ]]>', '<a>]]></a>', [1, 4]],
    ['2.4: < in text', '<a>1 < 2</a>', [1, 7]],
    ['2.5: a comment without end', '<a><!-- x</a>', [1, 4]],
    ['2.6: a second declaration', '<a><?xml version="1.0"?></a>', [1, 4]],
    ['2.8: space before the declaration', ' <?xml version="1.0"?><a/>', [1, 2]],
    ['2.8: no version', '<?xml?><a/>', [1, 1]],
    ['2.8: DOCTYPE behind', '<a/><!DOCTYPE a>', [1, 5]],
    ['3.1: no quotes', '<a b=1/>', [1, 6]],
    ['3.1: no value', '<a b/>', [1, 5]],
    ['3.1: no space', '<a x="1"y="2"/>', [1, 9]],
    ['3.1: no end tag', '<a>\n<b>\n</b>', [1, 1]],
    ['3.1: no end of a tag', '<a', [1, 1]],
    ['3.1: case counts', '<a></A>', [1, 4]],
    ['4.1: no such entity', '<a>&nbsp;</a>', [1, 4]],
    ['4.1: no such character', '<a>&#0;</a>', [1, 4]],
  ])('%s', (_, xml, place) => {
    expect(verdict(xml)).toEqual(place)
  })
})

test('each tag on a line; text, mixed content and preserved space as they are', () => {
  const xml =
    '<?xml version="1.0"?><!DOCTYPE r><!-- c --><r><a  x="1"\n y=\'2\' /><p>one <b>two</b> three</p><pre xml:space="preserve"> <i/> </pre><e>\n</e><s> </s><n></n><?pi x?></r>'
  const lines = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE r>',
    '<!-- c -->',
    '<r>',
    '   <a x="1" y=\'2\'/>',
    '   <p>one <b>two</b> three</p>',
    '   <pre xml:space="preserve"> <i/> </pre>',
    '   <e></e>',
    '   <s> </s>',
    '   <n></n>',
    '   <?pi x?>',
    '</r>',
  ]
  const formatted = run(xml, { indent: 3 }).result
  expect(formatted).toBe(lines.join('\n'))
  expect(run(String(formatted), { indent: 3 }).result).toBe(formatted)
  expect(run(xml, { action: 'minify' }).result).toBe(lines.map((line) => line.trim()).join(''))
})

test('what cannot be formatted is refused at its field, with its place', () => {
  expect(runTool(xmlFormatter, { xml: '<a>' })).toMatchObject({
    ok: false,
    error: { details: [{ field: 'xml', message: 'Line 1, column 1: The element a has no end tag' }] },
  })
})

test('very deep documents do not overflow, and stop at a limit', () => {
  const deep = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth)
  expect(verdict(deep(100_000))).toBe(true)
  expect(runTool(xmlFormatter, { xml: deep(20_000), indent: 8 })).toMatchObject({ error: { code: 'TOOL_ERROR' } })
})
