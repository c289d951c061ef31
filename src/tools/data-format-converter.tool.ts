import { defineTool, json, listOf, range, select, text, textarea } from '#src/sdk/index.ts'
import { cutsFractions } from './data-format-converter/cut-fractions.ts'
import { FORMATS, read } from './data-format-converter/read.ts'
import { toJson } from './data-format-converter/value.ts'
import { losses, toToml, toYaml } from './data-format-converter/write.ts'

const LONGEST_TEXT = 500_000

export const dataFormatConverter = defineTool({
  slug: 'data-format-converter',
  title: 'JSON, YAML and TOML Converter',
  description: 'Converts data between JSON, YAML 1.2 and TOML, and names the line of what is wrong.',
  category: 'converter',
  tags: ['json', 'yaml', 'toml', 'data'],
  keywords: [
    'yaml to json',
    'json to yaml',
    'toml to json',
    'json to toml',
    'yaml to toml',
    'toml to yaml',
    'config',
    'yml',
    'configuration file',
    'parse yaml',
  ],
  input: [
    textarea('text', {
      takesJson: true,
      label: 'Text',
      required: true,
      placeholder: 'name: value',
      maxLength: LONGEST_TEXT,
      maxBytes: LONGEST_TEXT,
    }),
    select('from', { label: 'From', default: 'yaml', options: FORMATS, aliases: { yml: 'yaml' } }),
    select('to', { label: 'To', default: 'json', options: FORMATS, aliases: { yml: 'yaml' }, swapWith: 'from' }),
    range('indent', {
      label: 'Indent',
      help: 'Spaces per level.',
      integer: true,
      min: 1,
      max: 8,
      step: 1,
      default: 2,
      showIf: { field: 'to', in: ['yaml'] },
    }),
  ],
  output: {
    yaml: text('YAML', { format: 'code', primary: true }),
    toml: text('TOML', { format: 'code' }),
    json: json('JSON'),
    lost: listOf('Lost on the way'),
  },
  mayRunLong: true,
  isLarge: true,
  run: ({ text: given, from, to, indent }) => {
    const value = read(given, from)
    const lost = losses(value, to)
    if (from === 'toml' && cutsFractions(given)) lost.push('Fractions of a second beyond milliseconds were cut off.')
    return {
      ...(to === 'yaml' && { yaml: toYaml(value, indent) }),
      ...(to === 'toml' && { toml: toToml(value) }),
      json: toJson(value),
      ...(lost.length > 0 && { lost }),
    }
  },
  examples: [
    {
      title: 'A mapping of lists',
      input: {
        text: 'american:\n- Boston Red Sox\n- Detroit Tigers\n- New York Yankees\nnational:\n- New York Mets\n- Chicago Cubs\n- Atlanta Braves\n',
        from: 'yaml',
        to: 'json',
      },
      output: {
        json: {
          american: ['Boston Red Sox', 'Detroit Tigers', 'New York Yankees'],
          national: ['New York Mets', 'Chicago Cubs', 'Atlanta Braves'],
        },
      },
      source: 'YAML 1.2.2, example 2.3: mapping scalars to sequences',
    },
    {
      title: 'Anchor and alias',
      input: {
        text: '---\nhr:\n- Mark McGwire\n# Following node labeled SS\n- &SS Sammy Sosa\nrbi:\n- *SS # Subsequent occurrence\n- Ken Griffey\n',
        from: 'yaml',
        to: 'json',
      },
      output: { json: { hr: ['Mark McGwire', 'Sammy Sosa'], rbi: ['Sammy Sosa', 'Ken Griffey'] } },
      source: 'YAML 1.2.2, example 2.10: node for “Sammy Sosa” appears twice in this document',
    },
    {
      title: 'Tables of tables',
      input: {
        text: '[[fruits]]\nname = "apple"\n\n[fruits.physical]  # subtable\ncolor = "red"\nshape = "round"\n\n[[fruits.varieties]]  # nested array of tables\nname = "red delicious"\n\n[[fruits.varieties]]\nname = "granny smith"\n\n\n[[fruits]]\nname = "banana"\n\n[[fruits.varieties]]\nname = "plantain"\n',
        from: 'toml',
        to: 'json',
      },
      output: {
        json: {
          fruits: [
            {
              name: 'apple',
              physical: { color: 'red', shape: 'round' },
              varieties: [{ name: 'red delicious' }, { name: 'granny smith' }],
            },
            { name: 'banana', varieties: [{ name: 'plantain' }] },
          ],
        },
      },
      source: 'TOML 1.0.0, Array of Tables: the nested example and its JSON',
    },
    {
      title: 'Dotted keys',
      input: {
        text: 'name = "Orange"\nphysical.color = "orange"\nphysical.shape = "round"\nsite."google.com" = true\n',
        from: 'toml',
        to: 'json',
      },
      output: {
        json: { name: 'Orange', physical: { color: 'orange', shape: 'round' }, site: { 'google.com': true } },
      },
      source: 'TOML 1.0.0, Keys: dotted keys and their JSON',
    },
    {
      title: 'No is a word, not false',
      input: { text: 'country: NO\nanswer: no\nversion: 1.10\n', from: 'yaml', to: 'json' },
      output: { json: { country: 'NO', answer: 'no', version: 1.1 } },
      source: 'YAML 1.2.2, section 10.3.2, core schema: only true and false in three spellings are booleans',
    },
  ],
  method: {
    formula:
      'YAML is read by the core schema of YAML 1.2, TOML by version 1.1 (which adds, for instance, line breaks in inline tables and times without seconds), and JSON by RFC 8259. TOML is written by 1.0, which 1.1 contains. The value that was read is written in the other format.',
    rounding:
      'None between YAML and TOML: 1.0 stays a float, 1 an integer. Times of TOML are cut to milliseconds. In JSON whole numbers beyond 2^53 are rounded to the nearest double, and infinity and not-a-number become null.',
    notes:
      'Comments are not kept. Tags of YAML outside the core schema, such as !!binary and !!set, have no effect. Several YAML documents become a list. Dates and times of TOML become text (RFC 3339). A key of YAML that is no text becomes its JSON. TOML has no null: a member that is null is left out, a list with null is refused.',
  },
  sources: [
    { title: 'YAML Ain’t Markup Language, version 1.2.2', url: 'https://yaml.org/spec/1.2.2/' },
    { title: 'TOML v1.1.0, as it is read', url: 'https://toml.io/en/v1.1.0' },
    { title: 'TOML v1.0.0, as it is written', url: 'https://toml.io/en/v1.0.0' },
    { title: 'RFC 8259, The JSON Data Interchange Format', url: 'https://www.rfc-editor.org/rfc/rfc8259' },
  ],
})
