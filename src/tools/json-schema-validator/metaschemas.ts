import type { SchemaDraft } from '@cfworker/json-schema'
import type { SchemaObject } from './schema-parts.ts'

/*
 * The metaschemas that json-schema.org publishes, without what says nothing of whether a schema is one: titles, defaults,
 * formats (annotations there), comments and vocabularies.
 */

const TEXT = { type: 'string' }
const NUMBER = { type: 'number' }
const YES_OR_NO = { type: 'boolean' }
const LIST = { type: 'array', items: true }
const ABOVE_0 = { type: 'number', exclusiveMinimum: 0 }
const COUNT = { type: 'integer', minimum: 0 }
const TYPES = { enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] }
const TEXTS = { type: 'array', items: TEXT, uniqueItems: true }
const SCHEMA_OR_NOT = { type: ['object', 'boolean'] }

const listOf = (schema: SchemaObject) => ({ type: 'array', minItems: 1, items: schema })
const mapOf = (schema: SchemaObject) => ({ type: 'object', additionalProperties: schema })
const ref = ($ref: string) => ({ $ref })
const eachAs = (names: readonly string[], schema: SchemaObject) =>
  Object.fromEntries(names.map((name) => [name, schema]))
const oneTypeOrMore = (types: SchemaObject) => ({ anyOf: [types, { ...listOf(types), uniqueItems: true }] })

const COUNTS = ['maxLength', 'maxItems', 'maxProperties']
const COUNTS_FROM_0 = ['minLength', 'minItems', 'minProperties']
const LIMITS = ['maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum']

const DRAFT_4 = {
  id: 'http://json-schema.org/draft-04/schema#',
  $schema: 'http://json-schema.org/draft-04/schema#',
  definitions: {
    schemaArray: listOf(ref('#')),
    positiveInteger: COUNT,
    positiveIntegerDefault0: { allOf: [ref('#/definitions/positiveInteger'), {}] },
    simpleTypes: TYPES,
    stringArray: { ...TEXTS, minItems: 1 },
  },
  type: 'object',
  properties: {
    ...eachAs(['id', '$schema', 'title', 'description', 'pattern', 'format'], TEXT),
    multipleOf: { type: 'number', minimum: 0, exclusiveMinimum: true },
    ...eachAs(['maximum', 'minimum'], NUMBER),
    ...eachAs(['exclusiveMaximum', 'exclusiveMinimum', 'uniqueItems'], YES_OR_NO),
    ...eachAs(COUNTS, ref('#/definitions/positiveInteger')),
    ...eachAs(COUNTS_FROM_0, ref('#/definitions/positiveIntegerDefault0')),
    ...eachAs(['additionalItems', 'additionalProperties'], { anyOf: [YES_OR_NO, ref('#')] }),
    items: { anyOf: [ref('#'), ref('#/definitions/schemaArray')] },
    required: ref('#/definitions/stringArray'),
    ...eachAs(['definitions', 'properties', 'patternProperties'], mapOf(ref('#'))),
    dependencies: mapOf({ anyOf: [ref('#'), ref('#/definitions/stringArray')] }),
    enum: { type: 'array', minItems: 1, uniqueItems: true },
    type: oneTypeOrMore(ref('#/definitions/simpleTypes')),
    ...eachAs(['allOf', 'anyOf', 'oneOf'], ref('#/definitions/schemaArray')),
    not: ref('#'),
  },
  dependencies: { exclusiveMaximum: ['maximum'], exclusiveMinimum: ['minimum'] },
}

const DRAFT_7 = {
  $id: 'http://json-schema.org/draft-07/schema#',
  $schema: 'http://json-schema.org/draft-07/schema#',
  definitions: {
    schemaArray: listOf(ref('#')),
    nonNegativeInteger: COUNT,
    nonNegativeIntegerDefault0: { allOf: [ref('#/definitions/nonNegativeInteger'), {}] },
    simpleTypes: TYPES,
    stringArray: TEXTS,
  },
  ...SCHEMA_OR_NOT,
  properties: {
    ...eachAs(['$id', '$schema', '$ref', '$comment', 'title', 'description', 'pattern', 'format'], TEXT),
    ...eachAs(['contentMediaType', 'contentEncoding'], TEXT),
    ...eachAs(['readOnly', 'writeOnly', 'uniqueItems'], YES_OR_NO),
    ...eachAs(['examples', 'enum'], LIST),
    multipleOf: ABOVE_0,
    ...eachAs(LIMITS, NUMBER),
    ...eachAs(COUNTS, ref('#/definitions/nonNegativeInteger')),
    ...eachAs(COUNTS_FROM_0, ref('#/definitions/nonNegativeIntegerDefault0')),
    items: { anyOf: [ref('#'), ref('#/definitions/schemaArray')] },
    required: ref('#/definitions/stringArray'),
    ...eachAs(['definitions', 'properties', 'patternProperties'], mapOf(ref('#'))),
    dependencies: mapOf({ anyOf: [ref('#'), ref('#/definitions/stringArray')] }),
    type: oneTypeOrMore(ref('#/definitions/simpleTypes')),
    ...eachAs(['allOf', 'anyOf', 'oneOf'], ref('#/definitions/schemaArray')),
    ...eachAs(['additionalItems', 'additionalProperties', 'contains', 'propertyNames'], ref('#')),
    ...eachAs(['if', 'then', 'else', 'not'], ref('#')),
  },
}

const VALIDATION = {
  type: oneTypeOrMore(ref('#/$defs/simpleTypes')),
  const: true,
  enum: LIST,
  multipleOf: ABOVE_0,
  ...eachAs(LIMITS, NUMBER),
  ...eachAs([...COUNTS, 'maxContains', 'minContains'], ref('#/$defs/nonNegativeInteger')),
  ...eachAs(COUNTS_FROM_0, ref('#/$defs/nonNegativeIntegerDefault0')),
  pattern: TEXT,
  uniqueItems: YES_OR_NO,
  required: ref('#/$defs/stringArray'),
  dependentRequired: mapOf(ref('#/$defs/stringArray')),
}
const VALIDATION_DEFS = {
  nonNegativeInteger: COUNT,
  nonNegativeIntegerDefault0: ref('#/$defs/nonNegativeInteger'),
  simpleTypes: TYPES,
  stringArray: TEXTS,
}

/** The vocabularies that drafts 2019-09 and 2020-12 share; `self` is a reference to whichever metaschema is extended. */
function vocabularies(draft: string, self: SchemaObject, mark: SchemaObject): Record<string, SchemaObject> {
  const vocabulary = (name: string, properties: SchemaObject, $defs?: SchemaObject) => ({
    $id: `https://json-schema.org/draft/${draft}/meta/${name}`,
    $schema: `https://json-schema.org/draft/${draft}/schema`,
    ...mark,
    ...SCHEMA_OR_NOT,
    properties,
    ...($defs && { $defs }),
  })
  const is2019 = draft === '2019-09'
  const text = is2019 ? TEXT : ref('#/$defs/uriReferenceString')
  const uri = is2019 ? TEXT : ref('#/$defs/uriString')
  const anchor = is2019
    ? { ...TEXT, pattern: '^[A-Za-z][-A-Za-z0-9.:_]*$' }
    : { ...TEXT, pattern: '^[A-Za-z_][-A-Za-z0-9._]*$' }
  const core = {
    $id: { ...text, pattern: '^[^#]*#?$' },
    $schema: uri,
    $ref: text,
    $vocabulary: { type: 'object', propertyNames: uri, additionalProperties: YES_OR_NO },
    $comment: TEXT,
    $defs: mapOf(self),
  }
  const applicator = {
    ...eachAs(['allOf', 'anyOf', 'oneOf'], ref('#/$defs/schemaArray')),
    ...eachAs(['properties', 'patternProperties', 'dependentSchemas'], mapOf(self)),
    ...eachAs(['contains', 'additionalProperties', 'propertyNames', 'if', 'then', 'else', 'not'], self),
  }
  const unevaluated = eachAs(['unevaluatedItems', 'unevaluatedProperties'], self)
  const array = { schemaArray: listOf(self) }
  return {
    core: is2019
      ? vocabulary('core', { ...core, $anchor: anchor, $recursiveRef: TEXT, $recursiveAnchor: YES_OR_NO })
      : vocabulary(
          'core',
          { ...core, ...eachAs(['$anchor', '$dynamicAnchor'], ref('#/$defs/anchorString')), $dynamicRef: text },
          { anchorString: anchor, uriString: TEXT, uriReferenceString: TEXT },
        ),
    applicator: is2019
      ? vocabulary(
          'applicator',
          {
            ...applicator,
            ...unevaluated,
            additionalItems: self,
            items: { anyOf: [self, ref('#/$defs/schemaArray')] },
          },
          array,
        )
      : vocabulary('applicator', { ...applicator, prefixItems: ref('#/$defs/schemaArray'), items: self }, array),
    ...(!is2019 && { unevaluated: vocabulary('unevaluated', unevaluated) }),
    validation: vocabulary('validation', VALIDATION, VALIDATION_DEFS),
    'meta-data': vocabulary('meta-data', {
      ...eachAs(['title', 'description'], TEXT),
      default: true,
      ...eachAs(['deprecated', 'readOnly', 'writeOnly'], YES_OR_NO),
      examples: LIST,
    }),
    [is2019 ? 'format' : 'format-annotation']: vocabulary(is2019 ? 'format' : 'format-annotation', { format: TEXT }),
    content: vocabulary('content', {
      ...eachAs(['contentMediaType', 'contentEncoding'], TEXT),
      contentSchema: self,
    }),
  }
}

function newer(draft: '2019-09' | '2020-12', self: SchemaObject, mark: SchemaObject, more: SchemaObject) {
  const parts = vocabularies(draft, self, mark)
  const root = {
    $id: `https://json-schema.org/draft/${draft}/schema`,
    $schema: `https://json-schema.org/draft/${draft}/schema`,
    ...mark,
    allOf: Object.keys(parts).map((name) => ref(`meta/${name}`)),
    ...SCHEMA_OR_NOT,
    properties: {
      definitions: mapOf(self),
      dependencies: mapOf({ anyOf: [self, ref('meta/validation#/$defs/stringArray')] }),
      ...more,
    },
  }
  return [root, ...Object.values(parts)]
}

const OF_2020 = {
  $recursiveAnchor: ref('meta/core#/$defs/anchorString'),
  $recursiveRef: ref('meta/core#/$defs/uriReferenceString'),
}

/** Of each draft its metaschema first, then those to which it refers. */
const METASCHEMAS: Readonly<Record<SchemaDraft, readonly SchemaObject[]>> = {
  '4': [DRAFT_4],
  '7': [DRAFT_7],
  '2019-09': newer('2019-09', { $recursiveRef: '#' }, { $recursiveAnchor: true }, {}),
  '2020-12': newer('2020-12', { $dynamicRef: '#meta' }, { $dynamicAnchor: 'meta' }, OF_2020),
}

/** Copies: each part of them is an object of its own. */
export const metaschemasOf = (draft: SchemaDraft): SchemaObject[] =>
  METASCHEMAS[draft].map((schema) => JSON.parse(JSON.stringify(schema)))
