import { add, divide, fromNumber, multiply, type Rational, rational, toFixed, toNumber } from '#src/lib/rational.ts'
import { badge, defineTool, list, number, select, ToolError, table } from '#src/sdk/index.ts'
import { type Course, isOfTwo, parseCourse, type Scale } from './gpa-calculator/grades.ts'

const MOST_COURSES = 200
const LONGEST_COURSE = 200
const LARGEST_TOTAL = 10_000
const ZERO = rational(0n)

const refused = (text: string) =>
  new ToolError(`Courses: “${text.slice(0, 60)}” must be a name, a grade of the scale and credits: Algebra, B+, 3`, {
    field: 'courses',
  })

/**
 * Commas part the courses of a text as well as their columns, so parts are gathered until a course is complete. One
 * that never is must not become the name of the next: what looks like a grade or like credits is no part of a name.
 */
function toCourses(parts: readonly string[], scale: Scale): Course[] {
  if (parts.length > 3 * MOST_COURSES) throw new ToolError(`Courses: at most ${MOST_COURSES}`, { field: 'courses' })
  const courses: Course[] = []
  let open = ''
  for (const part of parts) {
    const isWhole = part.includes(',')
    if (isWhole && open !== '') throw refused(open)
    open = open === '' ? part : `${open}, ${part}`
    const course = open.length > LONGEST_COURSE ? undefined : parseCourse(open, scale)
    if (course === undefined ? isWhole : !isWhole && isOfTwo(course)) throw refused(open)
    if (course === undefined) continue
    courses.push(course)
    open = ''
  }
  if (open !== '') throw refused(open)
  if (courses.length > MOST_COURSES)
    throw new ToolError(`Courses: at most ${MOST_COURSES}, not ${courses.length}`, { field: 'courses' })
  return courses
}

const qualityPoints = ({ credits, points }: Course): Rational => (points ? multiply(credits, points) : ZERO)

function sums(courses: readonly Course[]) {
  const counted = courses.filter((course) => course.points !== undefined)
  return {
    credits: counted.reduce((sum, course) => add(sum, course.credits), ZERO),
    points: counted.reduce((sum, course) => add(sum, qualityPoints(course)), ZERO),
  }
}

const average = (points: Rational, credits: Rational): number | undefined =>
  credits.numerator === 0n ? undefined : Number(toFixed(divide(points, credits), 3))

const toRow = (course: Course, index: number) => ({
  course: course.name === '' ? `Course ${index + 1}` : course.name,
  grade: course.grade,
  credits: toNumber(course.credits),
  points: course.points ? toNumber(course.points) : null,
  qualityPoints: course.points ? toNumber(qualityPoints(course)) : null,
})

export const gpaCalculator = defineTool({
  slug: 'gpa-calculator',
  title: 'GPA Calculator',
  description: 'Works out the grade point average of courses with credits, of one term and together with earlier ones.',
  category: 'calculator',
  tags: ['grades', 'school', 'average'],
  keywords: [
    'grade point average',
    'college gpa',
    'cumulative gpa',
    'quality points',
    'credit hours',
    'weighted average grade',
    'letter grades',
    'semester',
    '4.0 scale',
    'transcript',
  ],
  input: [
    list('courses', {
      label: 'Courses',
      help: 'One a line: name, grade, credits. The name may be left out, and a grade may be its points.',
      placeholder: 'Chemistry, B+, 3\nAlgebra, A-, 4',
      required: true,
    }),
    select('scale', {
      label: 'Scale',
      default: '4.0',
      options: {
        '4.0': 'A = 4.0, A- = 3.7, B+ = 3.3 …',
        '4.3': 'The same with A+ = 4.3',
        '4.0-thirds': 'A = 4.00, A- = 3.67, B+ = 3.33 …',
        ab: 'A = 4, AB = 3.5, B = 3, BC = 2.5 …',
      },
    }),
    number('earlierGpa', { label: 'Earlier GPA', help: 'Of all terms before.', min: 0, max: 5 }),
    number('earlierCredits', { label: 'Earlier credits', min: 0, max: LARGEST_TOTAL, default: 0 }),
  ],
  output: {
    gpa: badge('GPA', { primary: true }),
    cumulativeGpa: badge('Cumulative GPA', { help: 'With the earlier terms.' }),
    credits: badge('Credits counted'),
    qualityPoints: badge('Quality points'),
    courses: table('Courses', {
      columns: [
        { name: 'course', label: 'Course' },
        { name: 'grade', label: 'Grade' },
        { name: 'credits', label: 'Credits', type: 'number' },
        { name: 'points', label: 'Grade points', type: 'number' },
        { name: 'qualityPoints', label: 'Quality points', type: 'number' },
      ],
    }),
  },
  run: ({ courses: parts, scale, earlierGpa, earlierCredits }) => {
    if (earlierGpa !== undefined && earlierCredits === 0)
      throw new ToolError('Earlier credits are required with an earlier GPA', { field: 'earlierCredits' })
    if (earlierGpa === undefined && earlierCredits > 0)
      throw new ToolError('Earlier GPA is required with earlier credits', { field: 'earlierGpa' })
    const courses = toCourses(parts, scale)
    const { credits, points } = sums(courses)
    const gpa = average(points, credits)
    if (gpa === undefined)
      throw new ToolError('Courses: none of them counts; at least one needs a grade and credits above 0', {
        field: 'courses',
      })
    const before = fromNumber(earlierCredits)
    return {
      gpa,
      cumulativeGpa:
        earlierGpa === undefined
          ? undefined
          : average(add(points, multiply(fromNumber(earlierGpa), before)), add(credits, before)),
      credits: toNumber(credits),
      qualityPoints: toNumber(points),
      courses: courses.map(toRow),
    }
  },
  examples: [
    {
      title: 'A grade report with a course that does not count',
      input: {
        courses: [
          'Chemistry 102, B+, 3',
          'Chemistry Lab, A, 1',
          'Physics 102, B-, 3',
          'Algebra 220, F, 4',
          'History 101, A+, 4',
          'Golf 140, P, 1',
        ],
      },
      output: { gpa: 2.533, credits: 15, qualityPoints: 38 },
      source: 'CalculatorSoup, GPA Calculator, example: 38 / 15 = 2.53',
    },
    {
      title: 'Letters without signs',
      input: { courses: ['A 4', 'A 2', 'C 3', 'F 3', 'B 2'] },
      output: { gpa: 2.571, credits: 14, qualityPoints: 36 },
      source: 'Southern Polytechnic State University, Registrar, GPA: 36 / 14 = 2.57',
    },
    {
      title: 'A scale with AB and BC',
      input: {
        courses: ['Comm Arts 100, A, 3', 'Geography 127, C, 5', 'Math 112, AB, 3', 'Psych 202, BC, 3'],
        scale: 'ab',
      },
      output: { gpa: 2.857, credits: 14, qualityPoints: 40 },
      source: 'Wisconsin School of Business, How to calculate your GPA: 40 / 14 = 2.857',
    },
    {
      title: 'One course',
      input: { courses: ['A 3'] },
      output: { gpa: 4, qualityPoints: 12 },
      source: 'University of Notre Dame, Registrar, Calculate GPA: 4.000 × 3 credit hours = 12.000 quality points',
    },
  ],
  method: {
    formula:
      'quality points = grade points × credits; GPA = sum of quality points / sum of credits; cumulative GPA = (earlier GPA × earlier credits + quality points) / all credits',
    rounding: 'GPAs are rounded to three decimals, halves up; quality points are exact.',
    notes:
      'The scale is stated in the form: schools differ, so compare with yours. P, NP, S, U, CR, NC, W, I, AU and TR do not count. An F counts with 0 points.',
  },
  sources: [
    {
      title: 'CalculatorSoup, GPA Calculator',
      url: 'http://www.calculatorsoup.com/calculators/statistics/gpa-calculator.php',
    },
    {
      title: 'University of Notre Dame, Registrar: Calculate GPA',
      url: 'https://registrar.nd.edu/exams-grading/grades/calculate-gpa/',
    },
    {
      title: 'Wisconsin School of Business: GPA',
      url: 'https://bus.wisc.edu/current-student-resources/bba/academic-support-resources/gpa',
    },
    { title: 'Southern Polytechnic State University, Registrar: GPA', url: 'http://www.spsu.edu/registrar/GPA.htm' },
  ],
})
