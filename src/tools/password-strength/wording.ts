/** The library names its findings; these are our words for them. */
export const WARNINGS: Readonly<Record<string, string>> = {
  straightRow: 'Keys in a row are guessed early.',
  keyPattern: 'Short patterns on the keyboard are guessed early.',
  simpleRepeat: 'A repeated character adds next to nothing.',
  extendedRepeat: 'A repeated group is hardly better than the group once.',
  sequences: 'Runs such as abc or 6543 are guessed early.',
  recentYears: 'Recent years are guessed early.',
  dates: 'Dates are guessed early.',
  topTen: 'It is one of the ten most used passwords.',
  topHundred: 'It is one of the hundred most used passwords.',
  common: 'It is a much used password.',
  similarToCommon: 'It is close to a much used password.',
  wordByItself: 'One word alone is guessed early.',
  namesByThemselves: 'A name alone is guessed early.',
  commonNames: 'Common names are guessed early.',
  userInputs: 'It holds words about you.',
  pwned: 'It is known from a breach.',
}

export const SUGGESTIONS: Readonly<Record<string, string>> = {
  l33t: 'Do not count on @ for a or 0 for o: guessers try that.',
  reverseWords: 'Do not count on words written backwards.',
  allUppercase: 'Not everything in capitals: mix them in.',
  capitalization: 'Capitals elsewhere than at the start help more.',
  dates: 'Leave out dates and years that belong to you.',
  recentYears: 'Leave out recent years.',
  associatedYears: 'Leave out years that belong to you.',
  sequences: 'Leave out runs of letters or digits.',
  repeated: 'Leave out repetitions.',
  longerKeyboardPattern: 'On the keyboard, use longer paths with more turns.',
  anotherWord: 'Add another word or two, rare ones.',
  useWords: 'Several words that do not belong together are easy to keep in mind.',
  noNeed: 'Capitals, digits and symbols are not needed if it is long.',
  pwned: 'Where you use it, change it.',
}

export const PATTERNS: Readonly<Record<string, string>> = {
  dictionary: 'Word of a list',
  spatial: 'Path on the keyboard',
  repeat: 'Repetition',
  sequence: 'Run of characters',
  wordSequence: 'Run of words',
  regex: 'Year',
  date: 'Date',
  bruteforce: 'No pattern',
  separator: 'Separator',
}

export const LISTS: Readonly<Record<string, string>> = {
  userInputs: 'words about you',
  'passwords-common': 'common passwords',
  'diceware-common': 'diceware words',
}

export const VERDICTS = ['Very weak', 'Weak', 'Fair', 'Strong', 'Very strong'] as const

const UNITS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 365.25],
  ['year', 100],
] as const

/** "3 hours"; rounded, at least "less than a second" and at most "centuries". */
export function timeText(seconds: number): string {
  if (seconds < 1) return 'less than a second'
  let rest = seconds
  for (const [unit, next] of UNITS) {
    const whole = Math.round(rest)
    if (whole < Math.floor(next)) return `${whole} ${unit}${whole === 1 ? '' : 's'}`
    rest /= next
  }
  return 'centuries'
}
