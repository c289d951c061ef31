export interface Version {
  /** Without a "v" in front. */
  readonly text: string
  /** Digits: they may be more than a number holds. */
  readonly core: readonly string[]
  readonly prerelease: readonly string[]
  readonly build: string
}
export type Order = -1 | 0 | 1

const NUMBER = '(0|[1-9][0-9]*)'
const PRERELEASE_PART = '(?:0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)'
/** Semantic Versioning 2.0.0, sections 2, 9 and 10. */
const VERSION = new RegExp(
  String.raw`^${NUMBER}\.${NUMBER}\.${NUMBER}(?:-(${PRERELEASE_PART}(?:\.${PRERELEASE_PART})*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$`,
)

export function parseVersion(given: string): Version | undefined {
  const text = given.trim().replace(/^v/i, '')
  const parts = VERSION.exec(text)
  if (parts === null) return undefined
  const [, major = '', minor = '', patch = '', prerelease, build = ''] = parts
  return { text, core: [major, minor, patch], prerelease: prerelease?.split('.') ?? [], build }
}

const byText = (a: string, b: string): Order => (a === b ? 0 : a < b ? -1 : 1)
const isNumber = (part: string): boolean => /^\d+$/.test(part)

/** Without leading zeros the one with fewer digits is smaller. */
const byNumber = (a: string, b: string): Order => (a.length === b.length ? byText(a, b) : a.length < b.length ? -1 : 1)

function byPart(a: string, b: string): Order {
  if (isNumber(a) && isNumber(b)) return byNumber(a, b)
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1
  return byText(a, b)
}

/** Section 11.4: part by part, then the one with fewer parts is older. */
function byPrerelease(a: readonly string[], b: readonly string[]): Order {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 0 : a.length === 0 ? 1 : -1
  for (const [index, part] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    const order = byPart(part, other)
    if (order !== 0) return order
  }
  return a.length < b.length ? -1 : 0
}

export function compare(a: Version, b: Version): Order {
  for (const [index, number] of a.core.entries()) {
    const order = byNumber(number, b.core[index] ?? '')
    if (order !== 0) return order
  }
  return byPrerelease(a.prerelease, b.prerelease)
}

/** The first part in which they differ. */
export function differenceOf(a: Version, b: Version): string {
  const index = a.core.findIndex((number, place) => number !== b.core[place])
  const [part] = ['major', 'minor', 'patch'].slice(index)
  if (index >= 0 && part !== undefined) return part
  if (a.prerelease.join('.') !== b.prerelease.join('.')) return 'pre-release'
  return a.build === b.build ? 'none' : 'build'
}
