import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { gpaCalculator } from './gpa-calculator.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(gpaCalculator, input)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}
const problem = (courses: unknown) => {
  const outcome = runTool(gpaCalculator, { courses })
  return outcome.ok ? undefined : outcome.error.details?.[0]?.message
}

test('text with commas and lines is the same as a list', () => {
  const text = 'Chemistry 102, B+, 3\nChemistry Lab, A, 1\nb- 3'
  expect(run({ courses: text }).courses).toEqual([
    { course: 'Chemistry 102', grade: 'B+', credits: 3, points: 3.3, qualityPoints: 9.9 },
    { course: 'Chemistry Lab', grade: 'A', credits: 1, points: 4, qualityPoints: 4 },
    { course: 'Course 3', grade: 'B-', credits: 3, points: 2.7, qualityPoints: 8.1 },
  ])
})

// West Chester University, Registrar: A- is 3.67, B+ is 3.33.
test.each([
  ['4.0', 'A- 3', 3.7],
  ['4.0-thirds', 'A- 3', 3.67],
  ['4.0-thirds', 'B+ 3', 3.33],
  ['4.0', 'A+ 3', 4],
  ['4.3', 'A+ 3', 4.3],
  ['ab', 'AB 4', 3.5],
])('scale %s: %s', (scale, course, gpa) => {
  expect(run({ courses: [course], scale }).gpa).toBe(gpa)
})

test('a grade may be its points, and credits may have decimals', () => {
  expect(run({ courses: ['Seminar; 3.85; 1.5'] })).toMatchObject({ gpa: 3.85, qualityPoints: 5.775 })
})

test('with earlier terms', () => {
  expect(run({ courses: ['A 15'], earlierGpa: 3, earlierCredits: 45 })).toMatchObject({ gpa: 4, cumulativeGpa: 3.25 })
  expect(run({ courses: ['A 15'] })).not.toHaveProperty('cumulativeGpa')
})

test.each([
  ['Courses: “Algebra” must be a name, a grade of the scale and credits: Algebra, B+, 3', ['Algebra']],
  ['Courses: “E 3” must be a name, a grade of the scale and credits: Algebra, B+, 3', ['E 3']],
  ['Courses: none of them counts; at least one needs a grade and credits above 0', ['P 3']],
  ['Courses: none of them counts; at least one needs a grade and credits above 0', ['A 0']],
  ['Courses: at most 200, not 201', Array(201).fill('A 3')],
  ['Courses is required', []],
])('it is refused: %s', (message, courses) => {
  expect(problem(courses)).toBe(message)
})

test.each([
  [['E, 3', 'A, 3'], 'E, 3'],
  [['Math, AB, 3', 'Art, A, 3'], 'Math, AB, 3'],
  [['Math, A, -3', 'Art, B, 3'], 'Math, A, -3'],
  [['Math, B+, x', 'Art, A, 3'], 'Math, B+, x'],
  ['Math, B+, x\nArt, A, 3', 'Math, B+, x, Art, A, 3'],
  ['E, 3\nA, 3', 'E, 3, A, 3'],
  ['Math, A, -3\nArt, B, 3', 'Math, A, -3, Art, B, 3'],
])('a course that cannot be read is not the name of the next: %j', (courses, named) => {
  expect(problem(courses)).toBe(`Courses: “${named}” must be a name, a grade of the scale and credits: Algebra, B+, 3`)
})

test('a name may have a comma', () => {
  expect(run({ courses: 'History, modern, A, 3\nArt, B, 3' })).toMatchObject({ gpa: 3.5, credits: 6 })
  expect(run({ courses: ['Vitamin, C, A, 3', 'Physics, 101, B, 3'] })).toMatchObject({ gpa: 3.5, credits: 6 })
})

test.each([
  [{ earlierGpa: 3 }, { field: 'earlierCredits', message: 'Earlier credits are required with an earlier GPA' }],
  [{ earlierCredits: 30 }, { field: 'earlierGpa', message: 'Earlier GPA is required with earlier credits' }],
])('%j alone is no half of an answer', (earlier, expected) => {
  const outcome = runTool(gpaCalculator, { courses: ['A 3'], ...earlier })
  expect(outcome.ok ? undefined : outcome.error.details).toEqual([expected])
})
