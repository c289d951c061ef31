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
    ['2.8', '<!DOCTYPE d PUBLIC "-//x//EN" \'a"b.dtd\' [ %more; ] ><d a="&elsewhere;"/>'],
    [
      '3.2',
      '<!DOCTYPE d [<!ELEMENT br EMPTY><!ELEMENT p (#PCDATA|a|ul )* ><!ELEMENT c ANY ><!ELEMENT spec (front, body, back?)><!ELEMENT div1 (head, (p | list | note)*, div2*)><!ELEMENT e ( ( a )+ )?>]><d/>',
    ],
    [
      '3.3',
      '<!DOCTYPE d [<!ATTLIST termdef id ID #REQUIRED name CDATA #IMPLIED><!ATTLIST list type (bullets|ordered | 1) "ordered"><!ATTLIST form method CDATA #FIXED \'POST &amp;\' n NOTATION ( a|b ) #IMPLIED><!ATTLIST x>]><d/>',
    ],
    [
      '4.2',
      '<!DOCTYPE d [<!ENTITY e SYSTEM "a.xml"><!ENTITY p PUBLIC "-//x//EN" "b.xml" ><!ENTITY h SYSTEM "h.gif" NDATA gif><!ENTITY % q "x &#37; &e;"><!NOTATION gif PUBLIC "-//gif//EN">]><d>&e;&p;</d>',
    ],
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
    ['2.8: no space before the name', '<!DOCTYPEa><a/>', [1, 1]],
    ['2.8: a comment of SGML', '<!DOCTYPE a -- x -- []><a/>', [1, 13]],
    ['2.8: no end of the declarations', '<!DOCTYPE a [<!ELEMENT a ANY>', [1, 13]],
    ['2.8: text between declarations', '<!DOCTYPE a [ x ]><a/>', [1, 15]],
    ['2.8: a parameter entity within a declaration', '<!DOCTYPE a [<!ELEMENT a (%b;)>]><a/>', [1, 14]],
    ['2.3: a public identifier', '<!DOCTYPE a PUBLIC "{}" "a.dtd"><a/>', [1, 13]],
    ['2.5: -- in a comment between declarations', '<!DOCTYPE a [<!-- a--b -->]><a/>', [1, 20]],
    ['2.6: an XML declaration between declarations', '<!DOCTYPE a [<?xml version="1.0"?>]><a/>', [1, 14]],
    ['3.2.1: no names', '<!DOCTYPE a [<!ELEMENT a ()>]><a/>', [1, 14]],
    ['3.2.1: commas and bars', '<!DOCTYPE a [<!ELEMENT a (b,c|d)>]><a/>', [1, 14]],
    ['3.2.1: a comma too many', '<!DOCTYPE a [<!ELEMENT a (b,)>]><a/>', [1, 14]],
    ['3.2.1: space before the plus', '<!DOCTYPE a [<!ELEMENT a (b) +>]><a/>', [1, 14]],
    ['3.2.1: brackets without end', '<!DOCTYPE a [<!ELEMENT a ((b)>]><a/>', [1, 14]],
    ['3.2.1: two groups', '<!DOCTYPE a [<!ELEMENT a (b)(c)>]><a/>', [1, 14]],
    ['3.2.2: mixed without asterisk', '<!DOCTYPE a [<!ELEMENT a (#PCDATA|b)>]><a/>', [1, 14]],
    ['3.2.2: #PCDATA behind a name', '<!DOCTYPE a [<!ELEMENT a (b|#PCDATA)*>]><a/>', [1, 14]],
    ['3.3.1: no such type', '<!DOCTYPE a [<!ATTLIST a b NUMBER "1">]><a/>', [1, 14]],
    ['3.3.1: values with commas', '<!DOCTYPE a [<!ATTLIST a b (c,d) "c">]><a/>', [1, 14]],
    ['3.3.2: no space before the default', '<!DOCTYPE a [<!ATTLIST a b CDATA"c">]><a/>', [1, 14]],
    ['3.3.2: < in a default', '<!DOCTYPE a [<!ATTLIST a b CDATA "<">]><a/>', [1, 14]],
    ['4.1: an entity that is declared later', '<!DOCTYPE a [<!ATTLIST a b CDATA "&c;"><!ENTITY c "">]><a/>', [1, 35]],
    ['4.1: an entity that is not XML', '<!DOCTYPE a [<!ENTITY b SYSTEM "b" NDATA c>]><a>&b;</a>', [1, 49]],
    ['3.1: an external entity in a value', '<!DOCTYPE a [<!ENTITY b SYSTEM "b">]><a c="&b;"/>', [1, 44]],
    [
      '4.1: standalone, yet declared elsewhere',
      '<?xml version="1.0" standalone="yes"?>\n<!DOCTYPE a SYSTEM "a">\n<a>&b;</a>',
      [3, 4],
    ],
    ['4.2: no space before the value', '<!DOCTYPE a [<!ENTITY b"c">]><a/>', [1, 14]],
    ['4.2: no system identifier', '<!DOCTYPE a [<!ENTITY b PUBLIC "c">]><a/>', [1, 14]],
    ['4.2: per cent in an entity', '<!DOCTYPE a [<!ENTITY b "50%">]><a/>', [1, 14]],
    ['4.2: an ampersand in an entity', '<!DOCTYPE a [<!ENTITY b "c & d">]><a/>', [1, 28]],
    ['4.2.2: NDATA of a parameter entity', '<!DOCTYPE a [<!ENTITY % b SYSTEM "b" NDATA c>]><a/>', [1, 14]],
    ['4.7: a notation without identifier', '<!DOCTYPE a [<!NOTATION b>]><a/>', [1, 14]],
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

// XML 1.0, section 4.1, well-formedness constraint “No Recursion”.
test('an entity that leads back to itself is refused, and one that is named twice is not', () => {
  const doctype = (declarations: string) => verdict(`<!DOCTYPE a [${declarations}]><a>&b;</a>`)
  expect(doctype('<!ENTITY b "&b;">')).toEqual([1, 1])
  expect(doctype('<!ENTITY b "&c;"><!ENTITY c "&d;"><!ENTITY d "x &b;">')).toEqual([1, 1])
  expect(doctype('<!ENTITY c "x"><!ENTITY b "&c;&d;&c;"><!ENTITY d "&c;">')).toBe(true)
  const chain = Array.from({ length: 20_000 }, (_, index) => `<!ENTITY e${index} "&e${index + 1};">`).join('')
  expect(doctype(`${chain}<!ENTITY e20000 ""><!ENTITY b "&e0;">`)).toBe(true)
})
