import Range from 'semver/classes/range.js'
import { badge, checkbox, defineTool, string, ToolError, table, text } from '#src/sdk/index.ts'
import { compare, differenceOf, parseVersion, type Version } from './semver-compare/version.ts'

const LONGEST_VERSION = 256
const LONGEST_RANGE = 500

function versionOf(given: string, field: 'a' | 'b', label: string): Version {
  const version = parseVersion(given)
  if (version === undefined)
    throw new ToolError(`${label} must be a semantic version such as 1.4.0 or 2.0.0-rc.1`, { field })
  return version
}

function rangeOf(given: string, includePrerelease: boolean): Range {
  try {
    return new Range(given, { includePrerelease })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new ToolError('Range must be like ^1.2.3, ~1.2, 1.x || >=2.5.0 or 1.2.3 - 2.0.0', { field: 'range' })
  }
}

function satisfies(range: Range, { text: version, core }: Version, field: 'a' | 'b'): boolean {
  if (core.some((number) => Number(number) > Number.MAX_SAFE_INTEGER))
    throw new ToolError('Its numbers are too large to be compared with a range', { field })
  return range.test(version)
}

const RELATIONS = { '-1': 'is older than', 0: 'has the same precedence as', 1: 'is newer than' } as const

const rowOf = (name: string, { text: version, core, prerelease, build }: Version) => ({
  name,
  version,
  major: core[0],
  minor: core[1],
  patch: core[2],
  prerelease: prerelease.join('.'),
  build,
})

export const semverCompare = defineTool({
  slug: 'semver-compare',
  title: 'Semantic Version Comparison',
  description: 'Tells which of two semantic versions is newer, and whether they satisfy a range such as ^1.2.3.',
  category: 'developer',
  tags: ['versions', 'npm'],
  keywords: [
    'semver',
    'semantic versioning',
    'compare versions',
    'version range',
    'caret',
    'tilde',
    'prerelease',
    'npm versions',
    'satisfies',
    'newer version',
  ],
  input: [
    string('a', { label: 'Version A', placeholder: '1.0.0-alpha', required: true, maxLength: LONGEST_VERSION }),
    string('b', {
      label: 'Version B',
      placeholder: '1.0.0',
      required: true,
      maxLength: LONGEST_VERSION,
      swapWith: 'a',
    }),
    string('range', {
      label: 'Range',
      help: 'As npm writes it: ^1.2.3, ~1.2, 1.x, >=1.0.0 <2.0.0, 1.2.3 - 2.0.0, with || between them.',
      maxLength: LONGEST_RANGE,
    }),
    checkbox('includePrerelease', { label: 'Pre-releases count too', help: 'For the range.' }),
  ],
  output: {
    order: badge('Order', { primary: true, help: '−1: A is older. 0: same precedence. 1: A is newer.' }),
    relation: text('In words'),
    difference: text('First difference'),
    aSatisfies: badge('A satisfies the range', { type: 'boolean' }),
    bSatisfies: badge('B satisfies the range', { type: 'boolean' }),
    rangeMeans: text('The range means', { format: 'code' }),
    parts: table('Parts', {
      columns: [
        { name: 'name', label: 'Version' },
        { name: 'version', label: 'Written' },
        { name: 'major', label: 'Major' },
        { name: 'minor', label: 'Minor' },
        { name: 'patch', label: 'Patch' },
        { name: 'prerelease', label: 'Pre-release' },
        { name: 'build', label: 'Build' },
      ],
    }),
  },
  isLarge: true,
  run: ({ a: givenA, b: givenB, range: givenRange, includePrerelease }) => {
    const a = versionOf(givenA, 'a', 'Version A')
    const b = versionOf(givenB, 'b', 'Version B')
    const range = givenRange === undefined ? undefined : rangeOf(givenRange, includePrerelease)
    const order = compare(a, b)
    return {
      order,
      relation: `${a.text} ${RELATIONS[order]} ${b.text}`,
      difference: differenceOf(a, b),
      aSatisfies: range && satisfies(range, a, 'a'),
      bSatisfies: range && satisfies(range, b, 'b'),
      rangeMeans: range && (range.range || '*'),
      parts: [rowOf('A', a), rowOf('B', b)],
    }
  },
  examples: [
    {
      title: 'A pre-release is older',
      input: { a: '1.0.0-alpha', b: '1.0.0' },
      output: { order: -1, difference: 'pre-release' },
      source: 'Semantic Versioning 2.0.0, section 11.3: 1.0.0-alpha < 1.0.0',
    },
    {
      title: 'Numbers count as numbers',
      input: { a: '1.0.0-beta.11', b: '1.0.0-beta.2' },
      output: { order: 1 },
      source: 'Semantic Versioning 2.0.0, section 11.4: 1.0.0-beta.2 < 1.0.0-beta.11',
    },
    {
      title: 'Build metadata does not count',
      input: { a: '1.0.0+20130313144700', b: '1.0.0+exp.sha.5114f85' },
      output: { order: 0 },
      source: 'Semantic Versioning 2.0.0, section 10',
    },
    {
      title: 'Ranges and pre-releases',
      input: { a: '1.2.3-alpha.7', b: '3.4.5-alpha.9', range: '>1.2.3-alpha.3' },
      output: { order: -1, aSatisfies: true, bSatisfies: false },
      source: 'node-semver, README, Prerelease Tags',
    },
    {
      title: 'A caret below 1.0.0',
      input: { a: '0.2.9', b: '0.3.0', range: '^0.2.3' },
      output: { order: -1, aSatisfies: true, bSatisfies: false },
      source: 'node-semver, README, Caret Ranges: ^0.2.3 := >=0.2.3 <0.3.0-0',
    },
  ],
  method: {
    formula:
      'Major, minor and patch as numbers; a pre-release is older than its release; pre-releases part by part, numbers before words, fewer parts before more.',
    rounding: 'None: numbers may have any length.',
    notes: 'A v in front is left out. Ranges are read as npm reads them.',
  },
  sources: [
    { title: 'Semantic Versioning 2.0.0', url: 'https://semver.org/spec/v2.0.0.html' },
    { title: 'node-semver', url: 'https://github.com/npm/node-semver' },
  ],
})
