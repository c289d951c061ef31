/**
 * Runs inside the engine, before the creator's code. It keeps what it needs of the language in
 * closures, so nothing that the creator redefines reaches it, and it hands over one string only:
 * `o` + outputs as JSON · `f` + { message, stack, memory } as JSON · `l` too long · `n` no run · `p` pending.
 */
export const GUEST = `(() => {
  const { parse, stringify } = JSON
  const evaluate = eval
  const Text = String
  const OutOfMemory = InternalError
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
  const failure = (error) => {
    try {
      const message = attempt(() => cut(messageOf(error), 0, 500), 'The tool threw an error that cannot be shown.')
      const stack = attempt(() => cut(Text(error.stack), 0, 2000), '')
      const memory = attempt(() => error instanceof OutOfMemory && error.message === 'out of memory', false)
      return 'f' + stringify({ __proto__: null, message, stack, memory })
    } catch {
      return 'f{"memory":true}'
    }
  }

  return (source, input, maxLength) => {
    let settled = 'p'
    const main = async () => {
      try {
        const run = evaluate(source + '\\n;typeof run === "function" ? run : undefined')
        if (run === undefined) {
          settled = 'n'
          return
        }
        const outputs = stringify(await run(parse(input)))
        settled = typeof outputs !== 'string' ? 'onull' : outputs.length > maxLength ? 'l' : 'o' + outputs
      } catch (error) {
        settled = failure(error)
      }
    }
    main()
    return () => settled
  }
})()`
