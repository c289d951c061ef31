import { badge, defineTool, listOf, radio, range, select, string, table, text } from '#src/sdk/index.ts'
import { type EQUIPMENT, LEVELS, MUSCLE_GROUPS } from './workout-generator/exercises.ts'
import { fillSession, type Item, total, type Wishes } from './workout-generator/session.ts'
import { type DayPlan, FOCUSES, planWeek, WEEKDAYS } from './workout-generator/week.ts'

const WHO_AEROBIC_MINUTES = 150
const WHO_STRENGTH_DAYS = 2

/** All of a cardio day counts, of other days only their cardio part. */
const aerobicMinutes = (plan: DayPlan, items: readonly Item[]): number =>
  total(plan.focus === 'cardio' ? items : items.filter((item) => item.kind === 'cardio'))

function dayOf(plan: DayPlan, wishes: Wishes) {
  const exercises = fillSession(plan, { ...wishes, seed: `${wishes.seed} ${plan.weekday}` })
  const trained = new Set(exercises.map((item) => item.muscleGroup))
  return {
    day: WEEKDAYS[plan.weekday] ?? '',
    dayOfWeek: plan.weekday + 1,
    focus: plan.focus,
    minutes: total(exercises),
    aerobicMinutes: aerobicMinutes(plan, exercises),
    muscleGroups: MUSCLE_GROUPS.filter((group) => trained.has(group)),
    exercises,
  }
}
type Day = ReturnType<typeof dayOf>

const inWords = ({ name, sets, reps, minutes }: Item): string =>
  sets === undefined ? `${name}, ${minutes} min` : `${name}, ${sets} × ${reps}`

const toRow = (day: Day) => ({
  day: day.day,
  focus: day.focus,
  minutes: day.minutes,
  muscleGroups: day.muscleGroups.join(', '),
  exercises: day.exercises.map(inWords).join('; '),
})

function whoStatus(aerobic: number, strengthDays: number): string {
  const meets = aerobic >= WHO_AEROBIC_MINUTES && strengthDays >= WHO_STRENGTH_DAYS
  const figures = `${aerobic} of ${WHO_AEROBIC_MINUTES} aerobic minutes, ${strengthDays} of ${WHO_STRENGTH_DAYS} strength days`
  return `${meets ? 'Meets' : 'Below'} the WHO guideline: ${figures}`
}

export const workoutGenerator = defineTool({
  slug: 'workout-generator',
  title: 'Workout Generator',
  description: 'Plans a week of training for your level, time and equipment, with rest for every muscle group.',
  category: 'health',
  tags: ['fitness', 'training', 'plan'],
  keywords: ['exercise', 'gym', 'workout plan', 'training plan', 'strength', 'cardio', 'stretching', 'home workout'],
  notice: 'Not medical advice. Ask a doctor first if you are ill, pregnant, recovering or new to exercise.',
  input: [
    range('days', { label: 'Days a week', integer: true, min: 1, max: 7, step: 1, default: 3 }),
    select('level', { label: 'Level', options: LEVELS, default: 'beginner' }),
    select('focus', { label: 'Focus', options: FOCUSES, default: 'full-body' }),
    range('duration', {
      label: 'Minutes a day',
      unit: 'min',
      integer: true,
      min: 15,
      max: 120,
      step: 1,
      default: 30,
      presets: [15, 30, 45, 60],
    }),
    radio('equipment', {
      label: 'Equipment',
      default: 'none',
      options: { none: 'None', basic: 'Basic (dumbbells, band, rope)', gym: 'Gym' } satisfies Record<
        (typeof EQUIPMENT)[number],
        string
      >,
    }),
    string('seed', {
      label: 'Seed',
      help: 'The same word gives the same plan, another word another one.',
      default: '',
      maxLength: 100,
    }),
  ],
  output: {
    weeklyMinutes: badge('Minutes a week', { primary: true }),
    whoStatus: text('World Health Organization 2020'),
    planDays: badge('Training days'),
    aerobicMinutes: badge('Aerobic minutes a week'),
    strengthDays: badge('Strength days a week'),
    plan: table('Week', {
      columns: [
        { name: 'day', label: 'Day' },
        { name: 'focus', label: 'Focus' },
        { name: 'minutes', label: 'Minutes', type: 'number' },
        { name: 'muscleGroups', label: 'Muscle groups' },
        { name: 'exercises', label: 'Exercises' },
      ],
    }),
    days: listOf('Days'),
  },
  run: ({ days, level, focus, duration, equipment, seed }) => {
    const wishes: Wishes = { level, equipment, minutes: duration, seed }
    const planned = planWeek(days, level, focus).map((plan) => dayOf(plan, wishes))
    const aerobic = planned.reduce((sum, day) => sum + day.aerobicMinutes, 0)
    const strengthDays = planned.filter((day) => day.muscleGroups.length > 0).length
    return {
      weeklyMinutes: planned.reduce((sum, day) => sum + day.minutes, 0),
      whoStatus: whoStatus(aerobic, strengthDays),
      planDays: planned.length,
      aerobicMinutes: aerobic,
      strengthDays,
      plan: planned.map(toRow),
      days: planned,
    }
  },
  examples: [
    {
      title: 'Half an hour of cardio on five days',
      input: { days: 5, focus: 'cardio', duration: 30 },
      output: {
        planDays: 5,
        weeklyMinutes: 150,
        aerobicMinutes: 150,
        strengthDays: 0,
        whoStatus: 'Below the WHO guideline: 150 of 150 aerobic minutes, 0 of 2 strength days',
      },
      source:
        'WHO guidelines on physical activity and sedentary behaviour (2020), adults: 150–300 min and 2 or more days',
    },
    {
      title: 'A beginner lifts on three days at most',
      input: { days: 7, level: 'beginner', focus: 'strength', duration: 45, equipment: 'basic' },
      output: { planDays: 7, strengthDays: 3, weeklyMinutes: 315 },
      source: 'ACSM position stand (2009): 2–3 days a week for novice training; 7 × 45 = 315 by definition',
    },
    {
      title: 'Advanced, in a gym',
      input: { days: 6, level: 'advanced', focus: 'strength', duration: 60, equipment: 'gym' },
      output: { planDays: 6, strengthDays: 5, weeklyMinutes: 360 },
      source: 'ACSM position stand (2009): 4–5 days a week for advanced training; 6 × 60 = 360 by definition',
    },
    {
      title: 'The shortest plan',
      input: { days: 1, duration: 15 },
      output: { planDays: 1, weeklyMinutes: 15 },
      source: 'Definition: 1 × 15 = 15',
    },
  ],
  method: {
    formula:
      'Strength days: up to 3 for beginners, 4 for intermediates, 5 for advanced. Up to three load the whole body with a day between; more alternate upper and lower body. So no muscle group is loaded on two days in a row, Sunday to Monday included: at least 48 hours. Of the other days every third is flexibility, the rest cardio.',
    rounding:
      'Whole minutes. A set counts as 2 minutes with its rest; warm-up, exercises and cool-down sum to the chosen duration.',
    notes:
      'Full-body days are three at most. Aerobic minutes are those of cardio days and of the cardio parts of other days, at moderate effort. The order of exercises comes from the seed.',
  },
  sources: [
    {
      title: 'WHO guidelines on physical activity and sedentary behaviour (2020)',
      url: 'https://www.who.int/publications/i/item/9789240015128',
    },
    {
      title: 'ACSM position stand: Progression Models in Resistance Training for Healthy Adults (2009)',
      url: 'https://www.medscape.com/viewarticle/717047',
    },
  ],
})
