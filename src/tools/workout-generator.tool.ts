import { badge, defineTool, listOf, radio, range, select, string, table, text } from '#src/sdk/index.ts'
import { type EQUIPMENT, LEVELS, MUSCLE_GROUPS, WHO_MUSCLE_GROUPS } from './workout-generator/exercises.ts'
import { fillSession, type Item, total, type Wishes } from './workout-generator/session.ts'
import { type DayPlan, FOCUSES, planWeek, WEEKDAYS } from './workout-generator/week.ts'

const WHO_AEROBIC_MINUTES = 150
const WHO_STRENGTH_DAYS = 2

function dayOf(plan: DayPlan, wishes: Wishes) {
  const exercises = fillSession(plan, wishes)
  const trained = new Set(exercises.map((item) => item.muscleGroup))
  return {
    day: WEEKDAYS[plan.weekday] ?? '',
    dayOfWeek: plan.weekday + 1,
    focus: plan.focus,
    minutes: total(exercises),
    // Warm-up and cool-down are easy, so they do not count as of moderate intensity.
    aerobicMinutes: total(exercises.filter((item) => item.kind === 'cardio')),
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

/** On how many days the major muscle group that is trained least is trained. */
const daysOfEveryGroup = (days: readonly Day[]): number =>
  Math.min(
    ...WHO_MUSCLE_GROUPS.map(
      (parts) => days.filter((day) => day.muscleGroups.some((group) => parts.includes(group))).length,
    ),
  )

function whoStatus(aerobic: number, days: number): string {
  const meets = aerobic >= WHO_AEROBIC_MINUTES && days >= WHO_STRENGTH_DAYS
  const minutes = `${aerobic} aerobic minutes (at least ${WHO_AEROBIC_MINUTES})`
  const strength = `every major muscle group on ${days} ${days === 1 ? 'day' : 'days'} (at least ${WHO_STRENGTH_DAYS})`
  return `${meets ? 'Meets' : 'Below'} the WHO minimum for adults: ${minutes}, ${strength}`
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
    whoStatus: text('World Health Organization, 2020', {
      help: 'At moderate intensity: an effort of 5 or 6 on a scale of 0 to 10.',
    }),
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
  isLarge: true,
  run: ({ days, level, focus, duration, equipment, seed }) => {
    const planned: Day[] = []
    for (const plan of planWeek(days, level, focus)) {
      const trained = planned.map((day) => day.muscleGroups)
      planned.push(dayOf(plan, { level, equipment, minutes: duration, seed: `${seed} ${plan.weekday}`, trained }))
    }
    const aerobic = planned.reduce((sum, day) => sum + day.aerobicMinutes, 0)
    const strengthDays = planned.filter((day) => day.muscleGroups.length > 0).length
    return {
      weeklyMinutes: planned.reduce((sum, day) => sum + day.minutes, 0),
      whoStatus: whoStatus(aerobic, daysOfEveryGroup(planned)),
      planDays: planned.length,
      aerobicMinutes: aerobic,
      strengthDays,
      plan: planned.map(toRow),
      days: planned,
    }
  },
  examples: [
    {
      title: 'Half an hour of cardio on five days, with warm-up and cool-down',
      input: { days: 5, focus: 'cardio', duration: 38 },
      output: {
        planDays: 5,
        weeklyMinutes: 190,
        aerobicMinutes: 150,
        strengthDays: 0,
        whoStatus:
          'Below the WHO minimum for adults: 150 aerobic minutes (at least 150), every major muscle group on 0 days (at least 2)',
      },
      source:
        'WHO guidelines on physical activity and sedentary behaviour (2020), adults: at least 150–300 min of moderate intensity, and all major muscle groups on 2 or more days',
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
      source: 'By definition: 1 × 15 = 15',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'Strength days: up to 3 for beginners, 4 for intermediates, 5 for advanced. Up to three load the whole body with a day between; more alternate upper and lower body. So no muscle group is loaded on two days in a row, Sunday to Monday included: at least 48 hours. Of the other days every third is flexibility, the rest cardio.',
    rounding:
      'Whole minutes. A set counts as 2 minutes with its rest; warm-up, exercises and cool-down sum to the chosen duration.',
    notes:
      'Full-body days are three at most. For adults WHO recommends at least 150–300 minutes a week of aerobic activity of moderate intensity (or 75–150 of vigorous intensity, or a combination), and on two or more days muscle strengthening of moderate or greater intensity that involves all major muscle groups: legs, back, abdomen, chest, shoulders and arms. The plan is compared with the lower ends. Only cardio exercises count as aerobic, warm-up and cool-down do not; how hard you work is up to you. Groups that were trained least in the week come first; of groups and exercises that are equal the seed decides.',
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
