const duration = (milliseconds) =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`

/** Runs one part of a launch and prints one line: what it is and how long it took. */
export async function step(title, work) {
  const begun = performance.now()
  process.stdout.write(`${title} … `)
  try {
    const result = await work()
    process.stdout.write(`${duration(performance.now() - begun)}\n`)
    return result
  } catch (error) {
    process.stdout.write('failed\n')
    throw error
  }
}

/** A failure that the person at the screen can do something about: one sentence, no stack. */
export class LaunchError extends Error {}

/** Runs a launcher; an expected failure ends it with its sentence and exit code 1. */
export async function launch(work) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
