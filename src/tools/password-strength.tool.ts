import { type MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { roundTo } from '#src/lib/round.ts'
import { badge, defineTool, list, listOf, password, ToolError, table, text } from '#src/sdk/index.ts'
import { LISTS, PATTERNS, SUGGESTIONS, timeText, VERDICTS, WARNINGS } from './password-strength/wording.ts'

/** The time grows with the square; what is longer is strong in any case. */
const LONGEST_PASSWORD = 100
const MOST_WORDS = 50
const LONGEST_WORD = 100
const DECIMALS = 2

const ATTACKS = [
  ['onlineThrottlingXPerHour', 'On a site that limits tries', '100 an hour'],
  ['onlineNoThrottlingXPerSecond', 'On a site that does not', '10 a second'],
  ['offlineSlowHashingXPerSecond', 'From stolen data, well hashed', '10,000 a second'],
  ['offlineFastHashingXPerSecond', 'From stolen data, badly hashed', '10,000,000,000 a second'],
] as const

let estimator: ZxcvbnFactory | undefined
/** Sorting its lists takes a moment: once. */
function theEstimator(): ZxcvbnFactory {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return estimator
}

/** Where and what, without the characters themselves. */
function partRow({ i, j, pattern, dictionaryName }: MatchExtended & { readonly dictionaryName?: string }) {
  const of = dictionaryName === undefined ? undefined : LISTS[dictionaryName]
  return {
    place: i === j ? `${i + 1}` : `${i + 1}–${j + 1}`,
    pattern: `${PATTERNS[pattern] ?? pattern}${of === undefined ? '' : `: ${of}`}`,
  }
}

function checkWords(words: readonly string[]): void {
  if (words.length > MOST_WORDS)
    throw new ToolError(`Words about you: at most ${MOST_WORDS}, not ${words.length}`, { field: 'personalWords' })
  if (words.some((word) => word.length > LONGEST_WORD))
    throw new ToolError(`Words about you must have at most ${LONGEST_WORD} characters each`, { field: 'personalWords' })
}

export const passwordStrength = defineTool({
  slug: 'password-strength',
  title: 'Password Strength',
  description: 'Estimates how many guesses a password withstands, and says what makes it weak.',
  category: 'developer',
  tags: ['password', 'security'],
  keywords: [
    'password checker',
    'password meter',
    'how strong is my password',
    'zxcvbn',
    'crack time',
    'password entropy',
    'guesses',
    'password test',
    'brute force',
  ],
  input: [
    password('password', { label: 'Password', required: true, maxLength: LONGEST_PASSWORD, secret: true }),
    list('personalWords', {
      label: 'Words about you',
      help: 'Names, company, address: who attacks you tries them first.',
      secret: true,
    }),
  ],
  output: {
    score: badge('Score', { primary: true, help: 'From 0 to 4.' }),
    verdict: text('Verdict'),
    warning: text('Warning'),
    suggestions: listOf('What would help'),
    guesses: badge('Guesses'),
    guessesLog10: badge('Guesses, as a power of ten'),
    bits: badge('Guesses in bits'),
    crackTimes: table('Time to guess it', {
      columns: [
        { name: 'attack', label: 'Where' },
        { name: 'rate', label: 'Guesses' },
        { name: 'time', label: 'Time' },
      ],
    }),
    parts: table('What it is made of', {
      columns: [
        { name: 'place', label: 'Characters' },
        { name: 'pattern', label: 'Found' },
      ],
    }),
  },
  isLarge: true,
  mayRunLong: true,
  run: ({ password: given, personalWords }) => {
    checkWords(personalWords)
    const { score, guesses, guessesLog10, feedback, crackTimes, sequence } = theEstimator().check(given, personalWords)
    return {
      score,
      verdict: VERDICTS[score],
      warning: feedback.warning === null ? undefined : (WARNINGS[feedback.warning] ?? feedback.warning),
      suggestions: feedback.suggestions.map((suggestion) => SUGGESTIONS[suggestion] ?? suggestion),
      guesses,
      guessesLog10: roundTo(guessesLog10, DECIMALS),
      bits: roundTo(guessesLog10 * Math.log2(10), DECIMALS),
      crackTimes: ATTACKS.map(([name, attack, rate]) => ({ attack, rate, time: timeText(crackTimes[name].seconds) })),
      parts: sequence.map(partRow),
    }
  },
  examples: [
    {
      title: 'One of the ten most used',
      input: { password: 'password' },
      output: { score: 0, verdict: 'Very weak' },
      source: 'SplashData, Worst passwords of 2015: rank 2; zxcvbn, README: score 0 below 10³ guesses',
    },
    {
      title: 'A path on the keyboard',
      input: { password: 'qwER43@!' },
      output: { score: 2, guessesLog10: 7.96 },
      source: 'zxcvbn, demonstration page: qwER43@!, guesses_log10 7.95651, score 2',
    },
    {
      title: 'Four words',
      input: { password: 'correcthorsebatterystaple' },
      output: { score: 4 },
      source: 'xkcd 936, Password strength; zxcvbn, demonstration page: score 4',
    },
    {
      title: 'A long repetition',
      input: { password: 'D0g..................' },
      output: { score: 1 },
      source: 'zxcvbn, demonstration page: D0g.................., score 1',
    },
  ],
  method: {
    formula:
      'zxcvbn: the password is cut into words, names, paths, runs, repetitions, dates and the rest so that an attacker who knows these patterns needs the fewest guesses. Score 0 below 10³ guesses, 1 below 10⁶, 2 below 10⁸, 3 below 10¹⁰, else 4.',
    rounding: `Powers and bits to ${DECIMALS} decimals.`,
    notes:
      'It is an estimate with lists of common passwords and diceware words. The password stays out of links and of the history; on this page it does not leave your browser.',
  },
  sources: [
    {
      title: 'D. L. Wheeler, zxcvbn: Low-Budget Password Strength Estimation, USENIX Security 2016',
      url: 'https://www.usenix.org/conference/usenixsecurity16/technical-sessions/presentation/wheeler',
    },
    { title: 'zxcvbn-ts', url: 'https://zxcvbn-ts.github.io/zxcvbn/' },
  ],
})
