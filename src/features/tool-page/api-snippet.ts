import type { Json } from '#src/sdk/json.ts'

/** Characters of JSON that still read well in a command. */
const MOST_INLINE = 4000

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The curl command that runs a tool with these inputs, for a POSIX shell. */
export function curlCommand({
  origin,
  slug,
  inputs,
}: {
  origin: string
  slug: string
  inputs: Readonly<Record<string, Json>>
}): string {
  const body = JSON.stringify(inputs)
  return [
    `curl -X POST ${origin}/api/tools/${slug}/run`,
    `-H 'Content-Type: application/json'`,
    `-H 'X-Requested-With: curl'`,
    `-d ${body.length > MOST_INLINE ? '@input.json' : quoted(body)}`,
  ].join(' \\\n  ')
}
