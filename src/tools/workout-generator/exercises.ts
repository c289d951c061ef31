export const LEVELS = ['beginner', 'intermediate', 'advanced'] as const
export type Level = (typeof LEVELS)[number]
/** Each includes the ones before it. Basic: dumbbells, a resistance band, a mat, a skipping rope. */
export const EQUIPMENT = ['none', 'basic', 'gym'] as const
export type Equipment = (typeof EQUIPMENT)[number]

export const UPPER_BODY = ['chest', 'back', 'shoulders', 'arms'] as const
export const LOWER_BODY = ['quadriceps', 'hamstrings', 'glutes', 'calves', 'core'] as const
export const MUSCLE_GROUPS = [...UPPER_BODY, ...LOWER_BODY] as const
export type MuscleGroup = (typeof MUSCLE_GROUPS)[number]

/** The major muscle groups of the WHO guidelines (2020), glossary: legs, back, abdomen, chest, shoulders and arms. */
export const WHO_MUSCLE_GROUPS: readonly (readonly MuscleGroup[])[] = [
  ['quadriceps', 'hamstrings', 'glutes', 'calves'],
  ['back'],
  ['core'],
  ['chest'],
  ['shoulders'],
  ['arms'],
]

export interface Exercise {
  readonly name: string
  readonly equipment: Equipment
  /** The lowest level that should do it. */
  readonly from: Level
}
export interface StrengthExercise extends Exercise {
  readonly group: MuscleGroup
  /** Held still, so counted in seconds. */
  readonly isHold?: true
}

type Names = Partial<Record<Equipment, readonly string[]>>
const of = (names: Names, from: Level = 'beginner'): Exercise[] =>
  EQUIPMENT.flatMap((equipment) => (names[equipment] ?? []).map((name) => ({ name, equipment, from })))

const GENTLE: Readonly<Record<MuscleGroup, Names>> = {
  chest: {
    none: ['Push-up', 'Incline push-up', 'Wide push-up', 'Kneeling push-up'],
    basic: ['Dumbbell floor press', 'Dumbbell fly', 'Band chest press'],
    gym: ['Bench press', 'Cable fly', 'Machine chest press', 'Incline dumbbell press'],
  },
  back: {
    none: ['Prone Y raise', 'Reverse snow angel', 'Superman pull', 'Prone swimmer'],
    basic: ['One-arm dumbbell row', 'Band pull-apart', 'Band row'],
    gym: ['Lat pulldown', 'Seated cable row', 'Chest-supported row', 'Face pull'],
  },
  shoulders: {
    none: ['Shoulder tap', 'Arm circle', 'Wall slide', 'Pike hold to downward dog'],
    basic: ['Dumbbell shoulder press', 'Lateral raise', 'Band front raise'],
    gym: ['Machine shoulder press', 'Cable lateral raise', 'Seated barbell press', 'Reverse fly machine'],
  },
  arms: {
    none: ['Close push-up', 'Plank up-down', 'Floor triceps dip', 'Wall triceps press'],
    basic: ['Dumbbell curl', 'Hammer curl', 'Overhead triceps extension'],
    gym: ['Cable curl', 'Triceps pushdown', 'Preacher curl', 'Rope triceps extension'],
  },
  quadriceps: {
    none: ['Squat', 'Reverse lunge', 'Split squat', 'Sit to stand'],
    basic: ['Goblet squat', 'Dumbbell lunge', 'Band squat'],
    gym: ['Leg press', 'Barbell squat', 'Leg extension', 'Smith machine squat'],
  },
  hamstrings: {
    none: ['Hip hinge', 'Lying leg curl slide', 'Long-lever bridge', 'Good morning'],
    basic: ['Dumbbell Romanian deadlift', 'Band leg curl', 'Band good morning'],
    gym: ['Barbell Romanian deadlift', 'Seated leg curl', 'Lying leg curl', 'Cable pull-through'],
  },
  glutes: {
    none: ['Glute bridge', 'Donkey kick', 'Clamshell', 'Side-lying leg raise'],
    basic: ['Band side step', 'Dumbbell hip thrust', 'Band kickback'],
    gym: ['Barbell hip thrust', 'Cable kickback', 'Hip abduction machine'],
  },
  calves: {
    none: ['Standing calf raise', 'Single-leg calf raise', 'Bent-knee calf raise'],
    basic: ['Dumbbell calf raise', 'Band ankle push'],
    gym: ['Seated calf raise machine', 'Leg press calf raise', 'Standing calf raise machine'],
  },
  core: {
    none: ['Dead bug', 'Bird dog', 'Crunch', 'Heel tap'],
    basic: ['Dumbbell side bend', 'Band anti-rotation press', 'Weighted crunch'],
    gym: ['Cable crunch', 'Cable wood chop', 'Captain’s chair knee raise'],
  },
}

const HOLDS: Readonly<Partial<Record<MuscleGroup, Names>>> = {
  quadriceps: { none: ['Wall sit'] },
  core: { none: ['Plank', 'Side plank'] },
}

const HARDER: Readonly<Partial<Record<MuscleGroup, Names>>> = {
  chest: { none: ['Archer push-up', 'Decline push-up'], gym: ['Weighted dip'] },
  back: { gym: ['Pull-up', 'Bent-over barbell row'] },
  shoulders: { none: ['Pike push-up'], gym: ['Standing barbell press'] },
  quadriceps: { none: ['Jump squat', 'Bulgarian split squat'], gym: ['Front squat'] },
  hamstrings: { none: ['Nordic curl lowering'], gym: ['Deadlift'] },
  glutes: { none: ['Single-leg bridge'] },
  core: { none: ['Hollow rock', 'Mountain climber'], gym: ['Hanging leg raise'] },
}

export const STRENGTH: readonly StrengthExercise[] = MUSCLE_GROUPS.flatMap((group) => [
  ...of(GENTLE[group]).map((exercise) => ({ ...exercise, group })),
  ...of(HOLDS[group] ?? {}).map((exercise) => ({ ...exercise, group, isHold: true as const })),
  ...of(HARDER[group] ?? {}, 'intermediate').map((exercise) => ({ ...exercise, group })),
])

export const CARDIO: readonly Exercise[] = [
  ...of({
    none: ['Brisk walk', 'Marching with knee lift', 'Step touch', 'Stair walk', 'Dancing'],
    basic: ['Easy rope skipping', 'Shadow boxing with light dumbbells', 'Step-up'],
    gym: ['Treadmill walk uphill', 'Exercise bike', 'Elliptical trainer', 'Rowing machine'],
  }),
  ...of({ none: ['Jog', 'Jumping jack', 'Shadow boxing'], gym: ['Stair climber', 'Treadmill run'] }, 'intermediate'),
]

export const STRETCHES: readonly Exercise[] = of({
  none: [
    'Calf stretch at the wall',
    'Standing hamstring stretch',
    'Standing quadriceps stretch',
    'Hip flexor lunge stretch',
    'Seated figure-four stretch',
    'Butterfly stretch',
    'Child’s pose',
    'Cat and cow',
    'Cobra stretch',
    'Chest stretch at a door frame',
    'Cross-body shoulder stretch',
    'Overhead triceps stretch',
    'Neck side stretch',
    'Lying spinal twist',
  ],
  basic: ['Band hamstring stretch', 'Band shoulder pass-through', 'Band chest opener'],
  gym: ['Foam roller upper back', 'Stability ball back stretch', 'Hanging stretch'],
})
