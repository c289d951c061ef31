import { parseJson } from '#src/lib/parse-json.ts'
import { z } from '#src/lib/zod.ts'

const FORMAT = 'fettle-workflows'
const Bundle = z.object({ format: z.literal(FORMAT), workflows: z.array(z.unknown()).min(1) })

/** Several files of workflows as one. */
export const writeBundle = (files: readonly object[]): string =>
  `${JSON.stringify({ format: FORMAT, workflows: files }, null, 2)}\n`

/** The files that a text holds: several when it was written above, else the text itself. */
export function filesIn(text: string): readonly string[] {
  const parsed = parseJson(text)
  const bundle = Bundle.safeParse(parsed.ok ? parsed.value : null)
  return bundle.success ? bundle.data.workflows.map((file) => JSON.stringify(file)) : [text]
}
