const seconds = (milliseconds: number) =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`

/** Runs one part of the start-up and prints one line: what it is and how long it took. */
export async function step<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now()
  process.stdout.write(`${title} … `)
  try {
    const result = await work()
    process.stdout.write(`${seconds(performance.now() - begun)}\n`)
    return result
  } catch (error) {
    process.stdout.write('failed\n')
    throw error
  }
}
