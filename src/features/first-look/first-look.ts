import type { ToolContent } from '#src/features/creator-tools/tool-content.schema.ts'
import type { Hint } from './first-look.schema.ts'
import { lookAtCode } from './look-at-code.ts'
import { type Known, lookAtWords, lookForCredentials } from './look-at-listing.ts'
import { lookForSecrets } from './look-for-secrets.ts'
import { readCode } from './read-code.ts'

/** What a moderator should look at in a tool that was just published; nothing when nothing strikes the eye. */
export function firstLook(content: ToolContent, known: readonly Known[]): Hint[] {
  const { title, description, tags, fields, outputs, examples, source } = content
  const codes = [
    { where: 'code', text: source },
    ...outputs.map(({ name, expression }) => ({ where: `expression of ${name}`, text: expression })),
  ]
  const labels = [
    ...fields.map(({ name, label, help, placeholder }) => ({
      where: `field ${name}`,
      text: [label, help, placeholder].filter(Boolean).join('. '),
    })),
    ...outputs.map(({ name, label, help }) => ({
      where: `output ${name}`,
      text: [label, help].filter(Boolean).join('. '),
    })),
  ]
  const data = [
    ...fields.map((field) => ({ where: `field ${field.name}`, text: JSON.stringify(field) })),
    ...examples.map((example, at) => ({ where: `example ${at + 1}`, text: JSON.stringify(example) })),
  ]
  return [
    ...lookForSecrets([
      { where: 'description', text: description, isCode: false },
      ...codes.map(({ where, text }) => ({ where, text, isCode: true })),
      ...codes.map(({ where, text }) => ({ where, text: readCode(text).hidden.join('\n'), isCode: true })),
      ...data.map((place) => ({ ...place, isCode: false })),
    ]),
    ...codes.flatMap(({ where, text }) => lookAtCode(where, text)),
    ...lookForCredentials(title, labels.slice(0, fields.length)),
    ...lookAtWords({ title, description, tags, others: labels }, known),
  ]
}
