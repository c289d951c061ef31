import { parseDecimal, type Rational } from '#src/lib/rational.ts'

export const SCALES = ['4.0', '4.3', '4.0-thirds', 'ab'] as const
export type Scale = (typeof SCALES)[number]

type Points = Readonly<Record<string, string>>

const TENTHS: Points = {
  'A+': '4.0',
  A: '4.0',
  'A-': '3.7',
  'B+': '3.3',
  B: '3.0',
  'B-': '2.7',
  'C+': '2.3',
  C: '2.0',
  'C-': '1.7',
  'D+': '1.3',
  D: '1.0',
  'D-': '0.7',
  F: '0',
}
const HUNDREDTHS: Points = {
  ...TENTHS,
  'A-': '3.67',
  'B+': '3.33',
  'B-': '2.67',
  'C+': '2.33',
  'C-': '1.67',
  'D+': '1.33',
  'D-': '0.67',
}
const HALVES: Points = { A: '4', AB: '3.5', B: '3', BC: '2.5', C: '2', D: '1', F: '0' }

export const POINTS: Readonly<Record<Scale, Points>> = {
  '4.0': TENTHS,
  '4.3': { ...TENTHS, 'A+': '4.3' },
  '4.0-thirds': HUNDREDTHS,
  ab: HALVES,
}

/** Passed, not passed, withdrawn, incomplete, audited, transferred: none of them counts. */
const UNCOUNTED: ReadonlySet<string> = new Set(['P', 'NP', 'S', 'U', 'CR', 'NC', 'W', 'I', 'AU', 'TR'])

const FULL_MARK = 4.3

export interface Course {
  readonly name: string
  readonly grade: string
  readonly credits: Rational
  /** Absent where the grade does not count. */
  readonly points?: Rational
}

const NUMBER = /^\d{1,4}(?:\.\d{1,4})?$/
const COURSE = /^(?:(.*?)[\s,;:|]+)?([a-z]{1,2}[-+−]?|\d(?:\.\d{1,4})?)[\s,;:|]+(\d{1,4}(?:\.\d{1,4})?)$/i

/** A grade is a letter of the scale, or its points as a number. */
function pointsOf(grade: string, scale: Scale): Rational | 'uncounted' | undefined {
  const points = Object.hasOwn(POINTS[scale], grade) ? POINTS[scale][grade] : undefined
  if (points !== undefined) return parseDecimal(points)
  if (UNCOUNTED.has(grade)) return 'uncounted'
  return NUMBER.test(grade) && Number(grade) <= FULL_MARK ? parseDecimal(grade) : undefined
}

const GRADES = new Set(Object.values(POINTS).flatMap((points) => Object.keys(points)))
const CREDITS = /^[-+−]?\d+(?:\.\d+)?$/

/** Whether what stands before its grade is a course of its own that could not be read: "E, 3", or "Algebra, A, x". */
export function isOfTwo({ name }: Course): boolean {
  const [first, ...columns] = name.split(/[,;|]/).map((column) => column.trim())
  const grades = columns.filter((column) => GRADES.has(column.toUpperCase().replace('−', '-')))
  return columns.some((column) => CREDITS.test(column)) || grades.length > 0 || (first === '' && columns.length > 0)
}

/** "Chemistry, B+, 3" or "B+ 3"; undefined where grade or credits are missing or unknown. */
export function parseCourse(text: string, scale: Scale): Course | undefined {
  const [, name = '', given = '', credits = ''] = COURSE.exec(text.trim()) ?? []
  const grade = given.toUpperCase().replace('−', '-')
  const points = pointsOf(grade, scale)
  if (points === undefined) return undefined
  const course = { name: name.trim(), grade, credits: parseDecimal(credits) }
  return points === 'uncounted' ? course : { ...course, points }
}
