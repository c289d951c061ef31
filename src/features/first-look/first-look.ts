import type { ExampleDraft, FieldDraft, ToolContent } from '#src/features/creator-tools/tool-content.schema.ts'
import type { Hint } from './first-look.schema.ts'
import { lookAtCode } from './look-at-code.ts'
import { deceptionIn, hasSameName, namesakeIn } from './look-at-names.ts'
import { isCopied, type Known } from './look-for-copies.ts'
import { credentialsInText, lookForCredentials } from './look-for-credentials.ts'
import { lookForSecrets } from './look-for-secrets.ts'
import { advertisedIn, spamIn } from './look-for-spam.ts'
import { readCode } from './read-code.ts'

interface Place {
  readonly where: string
  readonly text: string
}

const choicesOf = ({ options = [], optionsBy }: FieldDraft) => [
  ...options,
  ...Object.values(optionsBy?.options ?? {}).flat(),
]

/** What people read beside the title and the description. */
const labelsOf = ({ fields, outputs }: ToolContent): Place[] => [
  ...fields.map((field) => ({
    where: `field ${field.name}`,
    text: [
      ...[field.label, field.help, field.placeholder, field.section, field.patternMessage, field.unit],
      ...choicesOf(field).map((one) => one.label),
    ]
      .filter(Boolean)
      .join('. '),
  })),
  ...outputs.map(({ name, label, help, columns = [] }) => ({
    where: `output ${name}`,
    text: [label, help, ...columns.map((column) => column.label)].filter(Boolean).join('. '),
  })),
]

const codesOf = ({ source, outputs }: ToolContent): Place[] => [
  { where: 'code', text: source },
  ...outputs.map(({ name, expression }) => ({ where: `expression of ${name}`, text: expression })),
]

const valuesOf = (values: unknown): string[] =>
  typeof values === 'string'
    ? [values]
    : values !== null && typeof values === 'object'
      ? Object.values(values).flatMap(valuesOf)
      : []

const textsOf = ({ title, source, input, output }: ExampleDraft): string[] =>
  [title, source, ...valuesOf(input), ...valuesOf(output)].filter((text) => text.trim() !== '')

/** Sentences that a result may show; shorter texts of code are names and signs. */
const SENTENCE = /\S\s+\S+\s+\S/
const MOST_SENTENCES = 200
const SENTENCE_READ = 600
const sentencesOf = (strings: readonly string[]): string[] =>
  [...new Set(strings.map((text) => text.slice(0, SENTENCE_READ)))]
    .filter((text) => SENTENCE.test(text))
    .slice(0, MOST_SENTENCES)

/** What a moderator should look at in a tool that was just published; nothing when nothing strikes the eye. */
export function firstLook(content: ToolContent, known: readonly Known[], changelog = ''): Hint[] {
  const { title, description, fields, examples } = content
  const labels = labelsOf(content)
  const codes = codesOf(content).filter(({ text }) => text.trim() !== '')
  const reads = codes.map(({ where, text }) => ({ where, text, ...readCode(text) }))
  const shown = reads.flatMap(({ where, strings }) => sentencesOf(strings).map((text) => ({ where, text })))
  const told: Place[] = [
    { where: 'changelog', text: changelog },
    // A result may show the value of what was chosen.
    ...fields.map((field) => ({
      where: `field ${field.name}`,
      text: [...valuesOf(field.default), ...choicesOf(field).map((one) => one.value)].join('. '),
    })),
    ...examples.flatMap((example, at) => textsOf(example).map((text) => ({ where: `example ${at + 1}`, text }))),
    ...shown,
  ].filter(({ text }) => text !== '')
  return oneEach([
    ...lookForSecrets(content, [
      ...[
        { where: 'title and description', text: `${title}\n${description}` },
        ...labels,
        { where: 'changelog', text: changelog },
      ].map((place) => ({ ...place, kind: 'words' as const })),
      ...reads.map(({ where, text }) => ({ where, text, kind: 'code' as const })),
      ...reads.map(({ where, hidden }) => ({ where, text: hidden.join('\n'), kind: 'code' as const })),
      ...fields.map((field) => ({ where: `field ${field.name}`, text: JSON.stringify(field), kind: 'data' as const })),
      ...examples.map((one, at) => ({
        where: `example ${at + 1}`,
        text: JSON.stringify(one),
        kind: 'example' as const,
      })),
    ]),
    ...reads.flatMap((read) => lookAtCode(read.where, read.text, read)),
    ...lookForCredentials(title, description, fields),
    ...[{ where: HEADING, text: `${title}. ${description}` }, ...told].flatMap(({ where, text }) =>
      credentialsInText(where, text),
    ),
    ...lookAtWords(content, known, labels, told),
  ])
}

const ABOUT_FRAUD =
  /\b(?:spam|phishing|scams?|fraud)\b.{0,30}\b(?:filter\w*|score|check\w*|words?|detect\w*|test\w*|examples?|signs|flags)\b|\b(?:detect|spot|recogni[sz]e|find|filter)\w*\b.{0,30}\b(?:spam|phishing|scams?)\b|\bprompt[- ]injections?\b|\bjailbreaks?\b|\b(?:homoglyph|look-?alike|confusable|punycode)/i

const QUOTED = /["“„«][^"“”„«»\n]{1,60}["”“»]/g
const HEADING = 'title and description'

function lookAtWords(
  { title, description: written, tags }: ToolContent,
  known: readonly Known[],
  labels: readonly Place[],
  told: readonly Place[],
): Hint[] {
  // Who writes about fraud has to show some.
  const isAboutFraud = ABOUT_FRAUD.test(`${title}\n${written}`)
  const description = isAboutFraud ? written.replace(QUOTED, ' ') : written
  const apart = told.filter(({ where }) => !isAboutFraud || !/^(?:example|field)/.test(where))
  const texts = labels.map(({ text }) => text)
  const copied = known.find(
    (other) =>
      (!other.isSource || hasSameName(title, other.title)) &&
      [description, ...texts].some((text) => isCopied(text, other.description)),
  )
  const heading = [title, ...(isAboutFraud ? [] : [description])].map(deceptionIn).find(Boolean)
  const found = [
    { kind: 'copied' as const, where: 'description', excerpt: copied && `as in “${copied.title}”` },
    { kind: 'impersonation' as const, where: HEADING, excerpt: namesakeIn(title, description, known) ?? heading },
    { kind: 'spam' as const, where: HEADING, excerpt: spamIn({ title, description, tags, labels: texts }) },
    ...[...labels, ...apart].map(({ where, text }) => ({
      ...{ kind: 'impersonation' as const, where, excerpt: deceptionIn(text) },
    })),
    ...apart.map(({ where, text }) => ({ kind: 'spam' as const, where, excerpt: advertisedIn(text) })),
  ]
  return found.flatMap(({ kind, where, excerpt }) =>
    excerpt === undefined ? [] : [{ kind, where, excerpt: excerpt.slice(0, 120) }],
  )
}

/** One of a kind for each place. */
const oneEach = (hints: readonly Hint[]): Hint[] =>
  hints.filter((hint, at) => hints.findIndex(({ kind, where }) => kind === hint.kind && where === hint.where) === at)
