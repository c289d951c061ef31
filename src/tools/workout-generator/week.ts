import { type Level, LOWER_BODY, MUSCLE_GROUPS, type MuscleGroup, UPPER_BODY } from './exercises.ts'

export const FOCUSES = ['strength', 'cardio', 'flexibility', 'full-body'] as const
export type Focus = (typeof FOCUSES)[number]
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** One training day: what it is for and which muscle groups may be loaded. */
export interface DayPlan {
  /** 0 is Monday. */
  readonly weekday: number
  readonly focus: Focus
  readonly groups: readonly MuscleGroup[]
}

/** Upper end of the range for each level: ACSM 2009 gives 2–3, 3–4 and 4–5 days a week. */
const MOST_STRENGTH_DAYS: Readonly<Record<Level, number>> = { beginner: 3, intermediate: 4, advanced: 5 }
/** A week has room for three days of the whole body with a day between any two of them. */
const MOST_WHOLE_BODY_DAYS = 3

const TRAINING_DAYS: Readonly<Record<number, readonly number[]>> = {
  1: [0],
  2: [0, 3],
  3: [0, 2, 4],
  4: [0, 2, 4, 5],
  5: [0, 1, 2, 4, 5],
  6: [0, 1, 2, 3, 4, 5],
  7: [0, 1, 2, 3, 4, 5, 6],
}

/**
 * Which of the training days load muscles, and what. Up to three take the whole body and never follow
 * each other; more alternate between upper and lower body. Sunday and Monday count as neighbours.
 */
function loadedDays(count: number, days: number): { weekday: number; groups: readonly MuscleGroup[] }[] {
  if (count <= MOST_WHOLE_BODY_DAYS)
    return (TRAINING_DAYS[count] ?? []).map((weekday) => ({ weekday, groups: MUSCLE_GROUPS }))
  const four = days === 4 ? [0, 2, 4, 5] : [0, 1, 4, 5]
  return (count === 4 ? four : [0, 1, 2, 4, 5]).map((weekday, index) => ({
    weekday,
    groups: index % 2 === 0 ? UPPER_BODY : LOWER_BODY,
  }))
}

/** The training days of a week in order. */
export function planWeek(days: number, level: Level, focus: Focus): DayPlan[] {
  const training = TRAINING_DAYS[days] ?? []
  if (focus === 'cardio' || focus === 'flexibility') return training.map((weekday) => ({ weekday, focus, groups: [] }))
  const most = focus === 'strength' ? MOST_STRENGTH_DAYS[level] : MOST_WHOLE_BODY_DAYS
  const loaded = new Map(loadedDays(Math.min(days, most), days).map((day) => [day.weekday, day.groups]))
  let others = 0
  return training.map((weekday) => {
    const groups = loaded.get(weekday)
    if (groups !== undefined) return { weekday, focus, groups }
    return { weekday, focus: others++ % 3 === 2 ? 'flexibility' : 'cardio', groups: [] }
  })
}
