/** Numbers of 32 bits that the random numbers of a call begin with. */
export const SEEDS = 3

/** Lines of a script's console that are kept. */
const MAX_LINES = 100

/**
 * Runs inside the engine, before the creator's code. It keeps what it needs of the language in
 * closures, so nothing that the creator redefines reaches it, and it hands over one string only:
 * `o` + outputs as JSON · `f` + { message, stack, memory, console } as JSON · `l` too long · `n` no run · `p` pending.
 * A script's outputs are { value, console }; its console keeps a few lines of 500 characters. That of other code keeps
 * nothing, so that what was tried with one still runs.
 *
 * It is evaluated once, and each call goes on from there in an engine of its own; so each brings numbers for
 * Math.random (sfc32, C. Doty-Humphrey) to begin with, or all calls would have the same ones. Its `performance` begins
 * with the call: the engine’s own began with the image.
 */
export const GUEST = `(() => {
  const { parse, stringify } = JSON
  const evaluate = eval
  const Text = String
  const OutOfMemory = InternalError
  const { now } = Date
  const cut = Function.prototype.call.bind(String.prototype.slice)

  const messageOf = (error) => {
    if (typeof error !== 'object' || error === null) return Text(error)
    if (typeof error.message !== 'string') return 'The tool threw an object without a message.'
    const name = Text(error.name)
    return name === 'Error' || name === 'ToolError' ? error.message : cut(name, 0, 50) + ': ' + error.message
  }
  const attempt = (read, otherwise) => {
    try { return read() } catch { return otherwise }
  }
  let written
  const shown = (value) => {
    if (typeof value === 'string') return value
    const json = attempt(() => typeof value === 'object' ? stringify(value) : undefined)
    return json === undefined ? attempt(() => Text(value), 'What cannot be shown') : json
  }
  const write = (...values) => {
    if (written.length > ${MAX_LINES}) return
    let line = ''
    for (let at = 0; at < values.length; at++) line += (at === 0 ? '' : ' ') + cut(shown(values[at]), 0, 500)
    written[written.length] = written.length < ${MAX_LINES} ? cut(line, 0, 500) : '… and more'
  }
  const openConsole = (isScript) => {
    if (isScript) written = []
    const line = isScript ? write : () => {}
    globalThis.console = { log: line, info: line, warn: line, error: line, debug: line }
  }
  const failure = (error) => {
    try {
      const message = attempt(() => cut(messageOf(error), 0, 500), 'The tool threw an error that cannot be shown.')
      const stack = attempt(() => cut(Text(error.stack), 0, 2000), '')
      const memory = attempt(() => error instanceof OutOfMemory && error.message === 'out of memory', false)
      return 'f' + stringify({ __proto__: null, message, stack, memory, console: written })
    } catch {
      return 'f{"memory":true}'
    }
  }

  const seedRandom = (a, b, c) => {
    let count = 1
    const next = () => {
      const result = (((a + b) | 0) + count) | 0
      count = (count + 1) | 0
      a = b ^ (b >>> 9)
      b = (c + (c << 3)) | 0
      c = (((c << 21) | (c >>> 11)) + result) | 0
      return result >>> 0
    }
    for (let turn = 0; turn < 15; turn++) next()
    Math.random = { random: () => (next() * 0x200000 + (next() >>> 11)) / 0x20000000000000 }.random
  }

  let begun
  globalThis.performance = Object.create(Object.prototype, {
    now: { value: { now: () => now() - begun }.now, enumerable: true },
  })
  const beginPerformance = () => {
    begun = now()
    Object.defineProperty(performance, 'timeOrigin', { value: begun, enumerable: true })
  }

  return (source, input, maxLength, isScript, a, b, c) => {
    let settled = 'p'
    beginPerformance()
    seedRandom(a, b, c)
    openConsole(isScript)
    const main = async () => {
      try {
        const run = evaluate(source + '\\n;typeof run === "function" ? run : undefined')
        if (run === undefined) {
          settled = 'n'
          return
        }
        const result = await run(parse(input))
        const value = isScript && result === undefined ? null : result
        const outputs = stringify(isScript ? { __proto__: null, value, console: written } : value)
        settled = typeof outputs !== 'string' ? 'onull' : outputs.length > maxLength ? 'l' : 'o' + outputs
      } catch (error) {
        settled = failure(error)
      }
    }
    main()
    return () => settled
  }
})()`
