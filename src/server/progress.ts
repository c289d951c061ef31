const duration = (milliseconds: number) =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`

/**
 * Runs one part of the start-up and prints one line: what it is and how long it took. What the part has to say
 * meanwhile follows on lines of its own.
 */
export async function step<Result>(
  title: string,
  work: (say: (line: string) => void) => Promise<Result>,
): Promise<Result> {
  const begun = performance.now()
  const said: string[] = []
  process.stdout.write(`${title} … `)
  try {
    const result = await work((line) => said.push(line))
    const lines = [duration(performance.now() - begun), ...said]
    process.stdout.write(`${lines.join('\n  ')}\n`)
    return result
  } catch (error) {
    process.stdout.write('failed\n')
    throw error
  }
}
