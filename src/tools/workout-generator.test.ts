import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { CARDIO, EQUIPMENT, LEVELS, STRENGTH, STRETCHES } from './workout-generator/exercises.ts'
import { FOCUSES, WEEKDAYS } from './workout-generator/week.ts'
import { workoutGenerator } from './workout-generator.tool.ts'

interface Item {
  readonly name: string
  readonly equipment: (typeof EQUIPMENT)[number]
  readonly kind: string
  readonly minutes: number
  readonly sets?: number
  readonly muscleGroup?: string
}
interface Day {
  readonly day: string
  readonly dayOfWeek: number
  readonly focus: string
  readonly minutes: number
  readonly muscleGroups: string[]
  readonly exercises: Item[]
}
const run = (input: Record<string, unknown>) => {
  const outcome = runTool(workoutGenerator, input)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return { ...outcome.outputs, days: outcome.outputs.days as unknown as Day[] } as Record<string, unknown> & {
    days: Day[]
  }
}
const problem = (input: Record<string, unknown>) => {
  const outcome = runTool(workoutGenerator, input)
  return outcome.ok ? undefined : outcome.error.message
}

/** Hours from one weekday to the next occurrence of another, a plan being repeated every week. */
const hoursBetween = (from: Day, to: Day) => ((to.dayOfWeek - from.dayOfWeek + 7) % 7 || 7) * 24

function expectRules(input: { days: number; level: string; focus: string; duration: number; equipment: string }) {
  const { days, ...outputs } = run(input)
  expect(outputs.planDays).toBe(input.days)
  expect(days).toHaveLength(input.days)
  expect(outputs.weeklyMinutes).toBe(input.days * input.duration)
  for (const [index, day] of days.entries()) {
    expect(day.day).toBe(WEEKDAYS[day.dayOfWeek - 1])
    expect(day.minutes).toBe(input.duration)
    expect(day.exercises.reduce((sum, item) => sum + item.minutes, 0)).toBe(input.duration)
    expect(day.exercises.every((item) => item.minutes >= 1)).toBe(true)
    expect(new Set(day.exercises.map((item) => item.name)).size).toBe(day.exercises.length)
    for (const item of day.exercises)
      expect(EQUIPMENT.indexOf(item.equipment)).toBeLessThanOrEqual(EQUIPMENT.indexOf(input.equipment as 'none'))
    const worked = day.exercises.flatMap((item) => item.muscleGroup ?? [])
    expect([...day.muscleGroups].sort()).toEqual([...new Set(worked)].sort())
    const next = days[(index + 1) % days.length] ?? day
    if (hoursBetween(day, next) < 48)
      expect(day.muscleGroups.filter((group) => next.muscleGroups.includes(group))).toEqual([])
  }
  return days
}

const MOST: Record<string, number> = { beginner: 3, intermediate: 4, advanced: 5 }

test('every combination of the choices keeps the rules', () => {
  for (const level of LEVELS)
    for (const focus of FOCUSES)
      for (const equipment of EQUIPMENT)
        for (let days = 1; days <= 7; days++)
          for (const duration of [15, 23, 30, 61, 120]) {
            const planned = expectRules({ days, level, focus, duration, equipment })
            const strength = planned.filter((day) => day.muscleGroups.length > 0).length
            if (focus === 'strength') expect(strength).toBe(Math.min(days, MOST[level] ?? 0))
            if (focus === 'full-body') expect(strength).toBe(Math.min(days, 3))
            if (focus === 'cardio' || focus === 'flexibility')
              expect(planned.every((day) => day.focus === focus && day.muscleGroups.length === 0)).toBe(true)
            else expect(planned.some((day) => day.focus === focus)).toBe(true)
          }
})

test('every seed and duration keeps the rules, and gives the same plan again', () => {
  const input = fc.record({
    days: fc.integer({ min: 1, max: 7 }),
    level: fc.constantFrom(...LEVELS),
    focus: fc.constantFrom(...FOCUSES),
    duration: fc.integer({ min: 15, max: 120 }),
    equipment: fc.constantFrom(...EQUIPMENT),
    seed: fc.string({ maxLength: 20 }),
  })
  fc.assert(
    fc.property(input, (values) => {
      expectRules(values)
      expect(run(values)).toEqual(run(values))
    }),
  )
})

test('another seed gives another plan', () => {
  expect(run({ seed: 'a' }).days).not.toEqual(run({ seed: 'b' }).days)
})

test('what there is gets used', () => {
  const kinds = (equipment: string) =>
    run({ focus: 'strength', duration: 60, equipment }).days.flatMap((day) =>
      day.exercises.filter((item) => item.kind === 'strength').map((item) => item.equipment),
    )
  expect(kinds('gym')).toContain('gym')
  expect(kinds('basic')).toContain('basic')
  expect(new Set(kinds('none'))).toEqual(new Set(['none']))
})

test('a beginner is given nothing that is for the experienced', () => {
  const hard = new Set(
    [...STRENGTH, ...CARDIO, ...STRETCHES].filter((item) => item.from !== 'beginner').map((item) => item.name),
  )
  for (const focus of FOCUSES)
    for (const seed of ['', 'a', 'b', 'c'])
      for (const day of run({ focus, seed, days: 7, duration: 120, equipment: 'gym' }).days)
        expect(day.exercises.filter((item) => hard.has(item.name))).toEqual([])
})

test('three hours of the whole body a week reach every muscle group', () => {
  const groups = new Set(run({ duration: 60 }).days.flatMap((day) => day.muscleGroups))
  expect(groups.size).toBe(9)
})

test('three days of the whole body train every major muscle group on two of them', () => {
  for (const level of LEVELS)
    for (const equipment of EQUIPMENT)
      for (const days of [3, 5, 7])
        for (const seed of ['', 'a', 'b', 'c', 'd'])
          expect(run({ days, level, equipment, seed, focus: 'full-body', duration: 45 }).whoStatus).toMatch(
            /every major muscle group on [23] days/,
          )
})

// WHO 2020, adults: at least 150 minutes of moderate intensity, all major muscle groups on two or more days.
test.each([
  [{ days: 7, focus: 'strength', duration: 75 }, 'Meets'],
  [{ days: 1, focus: 'full-body', duration: 30 }, 'Below'],
  [{ days: 7, focus: 'cardio', duration: 120 }, 'Below'],
])('%j: %s the WHO minimum', (input, verdict) => {
  expect(run(input).whoStatus).toMatch(new RegExp(`^${verdict} the WHO minimum for adults: \\d+ aerobic minutes`))
})

test('a strength day counts for WHO as far as it reaches every major muscle group', () => {
  const LEGS = ['quadriceps', 'hamstrings', 'glutes', 'calves']
  for (const duration of [15, 30, 60])
    for (const level of LEVELS) {
      const { days, whoStatus, strengthDays } = run({ days: 6, focus: 'strength', level, duration })
      const trained = (groups: string[]) =>
        days.filter((day) => day.muscleGroups.some((group) => groups.includes(group))).length
      const least = Math.min(...[LEGS, ['back'], ['core'], ['chest'], ['shoulders'], ['arms']].map(trained))
      expect(whoStatus).toContain(`every major muscle group on ${least} day`)
      expect(least).toBeLessThanOrEqual(Number(strengthDays))
    }
  expect(run({ days: 3, focus: 'strength', duration: 15 }).whoStatus).toContain('on 2 days')
  expect(run({ days: 1, focus: 'strength', duration: 15 }).whoStatus).toContain('on 0 days')
})

test('warm-up and cool-down are no aerobic minutes', () => {
  const { days, aerobicMinutes } = run({ days: 2, focus: 'cardio', duration: 30 })
  expect(aerobicMinutes).toBe(2 * (30 - 3 - 3))
  expect(days.map((day) => day.exercises.map((item) => item.kind)[0])).toEqual(['warm-up', 'warm-up'])
})

test.each([
  [{ days: 0 }, 'Days a week must be at least 1'],
  [{ days: 8 }, 'Days a week must be at most 7'],
  [{ days: 2.5 }, 'Days a week must be a whole number'],
  [{ duration: 14 }, 'Minutes a day must be at least 15'],
  [{ duration: 121 }, 'Minutes a day must be at most 120'],
  [{ equipment: 'barbell' }, 'Equipment must be one of: none, basic, gym'],
  [{ level: 'expert' }, 'Level must be one of: beginner, intermediate, advanced'],
  [{ focus: 'legs' }, 'Focus must be one of: strength, cardio, flexibility, full-body'],
])('%j: %s', (input, message) => {
  expect(problem(input)).toBe(message)
})

test('no exercise is listed twice', () => {
  const names = [...STRENGTH, ...CARDIO, ...STRETCHES].map((item) => item.name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
