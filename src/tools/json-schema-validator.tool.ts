import { parseJson } from '#src/lib/parse-json.ts'
import { badge, checkbox, defineTool, select, ToolError, table, text, textarea } from '#src/sdk/index.ts'
import { draftOf, type Problem, validate } from './json-schema-validator/validate.ts'

const LONGEST_TEXT = 500_000
const MOST_ROWS = 1000

/** From “Creating your first schema” of the JSON Schema site. */
const PRODUCT = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "properties": {
    "productId": { "type": "integer" },
    "productName": { "type": "string" },
    "price": { "type": "number", "exclusiveMinimum": 0 },
    "tags": { "type": "array", "items": { "type": "string" }, "minItems": 1, "uniqueItems": true }
  },
  "required": ["productId", "productName", "price"]
}`

function problemsIn(given: string, schema: unknown, how: Parameters<typeof validate>[2]): Problem[] {
  const data = parseJson(given)
  if (data.ok) return validate(schema, data.value, how)
  return [{ path: '', keyword: 'JSON', message: `The data ${data.problem}`, schemaPath: '' }]
}

export const jsonSchemaValidator = defineTool({
  slug: 'json-schema-validator',
  title: 'JSON Schema Validator',
  description: 'Validates JSON data against a JSON Schema of draft 2020-12, 2019-09, 7 or 4 and lists every problem.',
  category: 'developer',
  tags: ['json', 'schema', 'validate'],
  keywords: [
    'json schema',
    'validate json',
    'schema check',
    'ajv',
    'draft 2020-12',
    'draft 7',
    'openapi schema',
    'contract',
    'required properties',
  ],
  input: [
    textarea('schema', {
      takesJson: true,
      label: 'Schema',
      required: true,
      maxLength: LONGEST_TEXT,
      maxBytes: LONGEST_TEXT,
    }),
    textarea('data', {
      takesJson: true,
      label: 'Data',
      required: true,
      placeholder: '{"productId": 1, "productName": "An ice sculpture", "price": 12.5}',
      maxLength: LONGEST_TEXT,
      maxBytes: LONGEST_TEXT,
    }),
    select('draft', {
      label: 'Draft',
      default: 'auto',
      options: {
        auto: 'As $schema says, else 2020-12',
        '2020-12': '2020-12',
        '2019-09': '2019-09',
        '7': 'Draft 7',
        '4': 'Draft 4',
      },
      aliases: { 'draft-07': '7', 'draft-7': '7', 'draft-04': '4', 'draft-4': '4', '6': '7' },
    }),
    checkbox('checkFormats', {
      label: 'Check formats',
      help: 'Dates, addresses and the like; by the standard they are remarks only.',
      default: true,
    }),
  ],
  output: {
    valid: badge('Valid', { type: 'boolean', primary: true }),
    errors: table('Problems', {
      columns: [
        { name: 'path', label: 'Where in the data' },
        { name: 'message', label: 'Problem' },
        { name: 'keyword', label: 'Keyword' },
        { name: 'schemaPath', label: 'Where in the schema' },
      ],
    }),
    count: badge('Number of problems'),
    draft: text('Draft'),
  },
  mayRunLong: true,
  isLarge: true,
  run: ({ schema: givenSchema, data, draft: wanted, checkFormats }) => {
    const parsed = parseJson(givenSchema)
    if (!parsed.ok) throw new ToolError(`Schema ${parsed.problem}`, { field: 'schema' })
    const draft = wanted === 'auto' ? draftOf(parsed.value) : wanted
    const problems = problemsIn(data, parsed.value, { draft, checkFormats })
    return { valid: problems.length === 0, errors: problems.slice(0, MOST_ROWS), count: problems.length, draft }
  },
  examples: [
    {
      title: 'A product',
      input: {
        schema: PRODUCT,
        data: '{"productId": 1, "productName": "An ice sculpture", "price": 12.5, "tags": ["cold", "ice"]}',
      },
      output: { valid: true, errors: [], draft: '2020-12' },
      source: 'JSON Schema, “Creating your first schema”: the properties of a product and valid data',
    },
    {
      title: 'Items behind the prefix',
      input: {
        schema: '{"prefixItems": [{"type": "integer"}, {"type": "string"}]}',
        data: '["foo", 1]',
      },
      output: { valid: false, count: 2 },
      source: 'JSON Schema Test Suite, draft2020-12, prefixItems.json: wrong types',
    },
    {
      title: 'A float without a fraction is an integer',
      input: { schema: '{"type": "integer"}', data: '1.0' },
      output: { valid: true },
      source: 'JSON Schema Test Suite, draft2020-12, type.json: a float with zero fractional part is an integer',
    },
    {
      title: 'A property too many',
      input: {
        schema:
          '{"properties": {"foo": {}, "bar": {}}, "patternProperties": {"^v": {}}, "additionalProperties": false}',
        data: '{"foo": 1, "bar": 2, "quux": "boom"}',
      },
      output: { valid: false, count: 1 },
      source: 'JSON Schema Test Suite, draft2020-12, additionalProperties.json: an additional property is invalid',
    },
    {
      title: 'Data that refers to itself by the schema',
      input: {
        schema: '{"properties": {"foo": {"$ref": "#"}}, "additionalProperties": false}',
        data: '{"foo": {"bar": false}}',
      },
      output: { valid: false, count: 1 },
      source: 'JSON Schema Test Suite, draft2020-12, ref.json: root pointer ref, recursive mismatch',
    },
  ],
  method: {
    formula:
      'The data is valid if every keyword of the schema holds. Of the errors those that only sum up others are left out.',
    rounding: 'None. Numbers are compared as doubles.',
    notes:
      'The schema itself must be valid by the metaschema of its draft. Schemas may refer to their own parts ($ref, $dynamicRef, $id, $anchor) and to the metaschemas of drafts 4, 7, 2019-09 and 2020-12, which are built in; not to other addresses: nothing is fetched. Formats of names in other scripts than Latin (idn-email, idn-hostname, iri, iri-reference) and formats of one’s own are not checked. A draft 6 schema is read as draft 7. At most 1,000 problems are listed.',
  },
  sources: [
    { title: 'JSON Schema, draft 2020-12', url: 'https://json-schema.org/draft/2020-12' },
    { title: 'JSON Schema Test Suite', url: 'https://github.com/json-schema-org/JSON-Schema-Test-Suite' },
    {
      title: 'JSON Schema, Creating your first schema',
      url: 'https://json-schema.org/learn/getting-started-step-by-step',
    },
  ],
})
