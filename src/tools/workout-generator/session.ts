import { shuffle } from '#src/lib/random.ts'
import {
  CARDIO,
  EQUIPMENT,
  type Equipment,
  type Exercise,
  LEVELS,
  type Level,
  type MuscleGroup,
  STRENGTH,
  STRETCHES,
  type StrengthExercise,
  WHO_MUSCLE_GROUPS,
} from './exercises.ts'
import type { DayPlan } from './week.ts'

/** One line of a session. */
export interface Item {
  readonly name: string
  readonly equipment: Equipment
  readonly kind: 'warm-up' | 'strength' | 'cardio' | 'flexibility' | 'cool-down'
  readonly minutes: number
  readonly sets?: number
  readonly reps?: string
  readonly restSeconds?: number
  readonly muscleGroup?: MuscleGroup
}

export interface Wishes {
  readonly level: Level
  readonly equipment: Equipment
  readonly minutes: number
  readonly seed: string
  /** What each session of the week so far has trained. */
  readonly trained: readonly (readonly MuscleGroup[])[]
}

const MINUTES_PER_SET = 2
const REST_SECONDS = 75
const FEWEST_EXERCISES = 4
const MOST_EXERCISES = 10
const CARDIO_SHARE_OF_FULL_BODY = 0.4
const SHORTEST_CARDIO = 3
const SETS: Readonly<Record<Level, { usual: number; most: number }>> = {
  beginner: { usual: 2, most: 3 },
  intermediate: { usual: 3, most: 4 },
  advanced: { usual: 4, most: 6 },
}
const REPS: Readonly<Record<Level, string>> = { beginner: '8–12', intermediate: '8–12', advanced: '6–12' }

/** What the person can do with what they have, in the order of the seed, the best equipment first. */
function available<Kind extends Exercise>(all: readonly Kind[], { level, equipment, seed }: Wishes): Kind[] {
  const rank = (exercise: Kind) => EQUIPMENT.indexOf(exercise.equipment)
  const possible = all.filter(
    (exercise) =>
      rank(exercise) <= EQUIPMENT.indexOf(equipment) && LEVELS.indexOf(exercise.from) <= LEVELS.indexOf(level),
  )
  return shuffle(possible, seed).sort((a, b) => rank(b) - rank(a))
}

/** Whole minutes that sum to `minutes` and differ by one at most. */
const share = (minutes: number, parts: number): number[] =>
  Array.from({ length: parts }, (_, index) => Math.floor((minutes + index) / parts)).reverse()

/** Those that were trained on the fewest days come first, and one part of each major group before a second one of any. */
function inOrderOfNeed(groups: readonly MuscleGroup[], { seed, trained }: Wishes): MuscleGroup[] {
  const days = (part: readonly MuscleGroup[]) => trained.filter((day) => day.some((one) => part.includes(one))).length
  const needed = shuffle(groups, `${seed} groups`).sort((a, b) => days([a]) - days([b]))
  const major = shuffle(WHO_MUSCLE_GROUPS, `${seed} major`).sort((a, b) => days(a) - days(b))
  const first = major.flatMap((part) => needed.find((group) => part.includes(group)) ?? [])
  return [...first, ...needed.filter((group) => !first.includes(group))]
}

/** One exercise of every group in turn, until there are enough or none is left. */
function pickByGroup(groups: readonly MuscleGroup[], count: number, wishes: Wishes): StrengthExercise[] {
  const pool = available(STRENGTH, wishes)
  const queues = inOrderOfNeed(groups, wishes).map((group) => pool.filter((item) => item.group === group))
  const longest = Math.max(...queues.map((queue) => queue.length))
  const inTurn = Array.from({ length: longest }, (_, round) => queues.flatMap((queue) => queue[round] ?? []))
  return inTurn.flat().slice(0, count)
}

function strengthItems(groups: readonly MuscleGroup[], minutes: number, wishes: Wishes): Item[] {
  const count = (sets: number) => Math.floor(minutes / (MINUTES_PER_SET * sets))
  const { usual, most } = SETS[wishes.level]
  let sets = usual
  while (sets > 1 && count(sets) < FEWEST_EXERCISES) sets--
  while (sets < most && count(sets) > MOST_EXERCISES) sets++
  return pickByGroup(groups, Math.min(count(sets), MOST_EXERCISES), wishes).map((exercise) => ({
    name: exercise.name,
    equipment: exercise.equipment,
    kind: 'strength',
    minutes: sets * MINUTES_PER_SET,
    sets,
    reps: exercise.isHold ? '30–45 s' : REPS[wishes.level],
    restSeconds: REST_SECONDS,
    muscleGroup: exercise.group,
  }))
}

function cardioItems(minutes: number, wishes: Wishes): Item[] {
  const chosen = available(CARDIO, wishes).slice(0, Math.min(3, 1 + Math.floor(minutes / 20)))
  const parts = share(minutes, chosen.length)
  return chosen.map(({ name, equipment }, index) => ({ name, equipment, kind: 'cardio', minutes: parts[index] ?? 0 }))
}

function stretchItems(minutes: number, wishes: Wishes): Item[] {
  const pool = available(STRETCHES, wishes)
  const chosen = pool.slice(0, Math.max(1, Math.floor(minutes / MINUTES_PER_SET)))
  const parts = share(minutes, chosen.length)
  return chosen.map(({ name, equipment }, index) => {
    const length = parts[index] ?? 0
    return { name, equipment, kind: 'flexibility', minutes: length, sets: length, reps: '30 s each side' }
  })
}

function mainItems(plan: DayPlan, minutes: number, wishes: Wishes): Item[] {
  if (plan.focus === 'cardio') return cardioItems(minutes, wishes)
  if (plan.focus === 'flexibility') return stretchItems(minutes, wishes)
  const cardio = plan.focus === 'full-body' ? Math.round(minutes * CARDIO_SHARE_OF_FULL_BODY) : 0
  const strength = strengthItems(plan.groups, minutes - cardio, wishes)
  const rest = minutes - total(strength)
  return rest >= SHORTEST_CARDIO ? [...strength, ...cardioItems(rest, wishes)] : strength
}

export const total = (items: readonly Item[]): number => items.reduce((sum, item) => sum + item.minutes, 0)

/** Warm-up, main part and cool-down; their minutes sum to the wished ones. */
export function fillSession(plan: DayPlan, wishes: Wishes): Item[] {
  const edge = Math.min(10, Math.max(2, Math.round(wishes.minutes / 10)))
  const main = mainItems(plan, wishes.minutes - 2 * edge, wishes)
  return [
    { name: 'Easy movement and joint circles', equipment: 'none', kind: 'warm-up', minutes: edge },
    ...main,
    {
      name: 'Slow walk and easy stretches',
      equipment: 'none',
      kind: 'cool-down',
      minutes: wishes.minutes - edge - total(main),
    },
  ]
}
