import type { QuickJS } from 'quickjs-wasi'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import type { Limits } from '#src/sdk/sandbox-limits.ts'
import { type Engine, type EngineMemory, type OpenEngine, openEngine } from './engine.ts'
import { failures } from './failures.ts'
import { SEEDS } from './guest.ts'
import type { RunFailure, RunOutcome, Used } from './sandbox.ts'

/** Either must define `run(input)`; see Program. */
type Code = { readonly source: string } | { readonly script: string }

export type CodeCall = Code & {
  readonly input: JsonObject
  readonly limits: Limits
  /** Milliseconds that count against `limits.ms`. */
  readonly clock: () => number
  readonly measure?: boolean
}

const MAX_DEPTH = 100

/** Thrown out of the interrupt handler, so it unwinds the engine: no code of the creator can catch it. */
class TimeUp extends Error {}

/** Runs `run(input)` of somebody's source in an engine of its own: JSON in, JSON out, no host functions. */
export async function runCode(
  engine: Engine,
  { input, limits, clock, measure = false, ...code }: CodeCall,
): Promise<RunOutcome> {
  const isScript = 'script' in code
  const source = isScript ? code.script : code.source
  let end = Number.POSITIVE_INFINITY
  const opened = await openEngine(engine, {
    memoryBytes: limits.memoryBytes,
    interruptHandler: () => {
      if (clock() > end) throw new TimeUp()
      return false
    },
  })
  // Only now: another call may have held the thread while this one waited for its engine.
  const begun = clock()
  end = begun + limits.ms
  // Not disposed of in the end: that would take what was built apart, value by value, in a memory that goes as a whole.
  const outcome = outcomeOf(opened, { source, input: JSON.stringify(input), isScript, limits })
  return measure
    ? { ...outcome, used: usedBy(outcome, { cpuMs: clock() - begun, memory: opened.memory, limits }) }
    : outcome
}

function outcomeOf(opened: OpenEngine, work: Work): RunOutcome {
  const { source, limits } = work
  const { vm } = opened
  try {
    return toOutcome(evaluate(opened, work), { source, limits, full: () => isFull(vm, limits) })
  } catch (error) {
    return { ok: false, error: engineFailure(error, vm, limits) }
  }
}

interface Measured {
  readonly cpuMs: number
  readonly memory: EngineMemory
  readonly limits: Limits
}

function usedBy(outcome: RunOutcome, { cpuMs, memory, limits }: Measured): Used {
  // What was refused was never taken, however much it was.
  const isOver = !outcome.ok && outcome.error.code === 'MEMORY_LIMIT'
  // The memory of an engine grows and never shrinks, so its size at the end is the most that it was.
  const most = memory.buffer.byteLength
  return { cpuMs, memoryBytes: isOver ? limits.memoryBytes : Math.min(most, limits.memoryBytes) }
}

interface Work {
  readonly source: string
  readonly input: string
  readonly isScript: boolean
  readonly limits: Limits
}

function evaluate({ vm, start }: OpenEngine, { source, input, isScript, limits }: Work): string {
  if (source.length + input.length > limits.memoryBytes / 8) return 'f{"memory":true}'
  const answer = vm.callFunction(
    start,
    vm.undefined,
    vm.newString(source),
    vm.newString(input),
    vm.newNumber(limits.outputBytes),
    isScript ? vm.true : vm.false,
    ...Array.from(crypto.getRandomValues(new Uint32Array(SEEDS)), (seed) => vm.newNumber(seed)),
  )
  vm.executePendingJobs()
  return vm.callFunction(answer, vm.undefined).toString()
}

function isFull(vm: QuickJS, limits: Limits): boolean {
  try {
    return vm.getMemoryUsage().mallocSize > limits.memoryBytes * 0.95
  } catch {
    return true
  }
}

function engineFailure(error: unknown, vm: QuickJS, limits: Limits): RunFailure {
  if (error instanceof TimeUp) return failures.time(limits)
  // Where the host's stack is smaller than the engine's, as in a browser.
  if (error instanceof RangeError) return failures.hostStack()
  return isFull(vm, limits) ? failures.memory(limits) : failures.crashed()
}

interface Context {
  readonly source: string
  readonly limits: Limits
  readonly full: () => boolean
}

function toOutcome(text: string, { source, limits, full }: Context): RunOutcome {
  const rest = text.slice(1)
  switch (text[0]) {
    case 'o':
      return outputsOf(rest, limits)
    case 'f':
      return { ok: false, error: thrownFailure(rest, source, limits) }
    case 'l':
      return { ok: false, error: failures.output(limits) }
    case 'n':
      return { ok: false, error: failures.noRun() }
    default:
      return { ok: false, error: full() ? failures.memory(limits) : failures.neverSettles() }
  }
}

function outputsOf(json: string, limits: Limits): RunOutcome {
  if (new TextEncoder().encode(json).length > limits.outputBytes) return { ok: false, error: failures.output(limits) }
  // A quote inside of a string is escaped, so this is a name and nothing else.
  if (json.includes('"__proto__":')) return { ok: false, error: failures.forbiddenName('__proto__') }
  if (isDeeper(json, MAX_DEPTH)) return { ok: false, error: failures.depth(MAX_DEPTH) }
  const outputs: Json = JSON.parse(json)
  return isObject(outputs) ? { ok: true, outputs } : { ok: false, error: failures.noOutputs() }
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether JSON text nests deeper, found without recursion: what comes later may recurse. */
function isDeeper(json: string, max: number): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < json.length; at++) {
    const char = json[at]
    if (quoted) {
      if (char === '\\') at++
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '{' || char === '[') {
      depth++
      if (depth > max) return true
    } else if (char === '}' || char === ']') depth--
  }
  return false
}

/** Found in the line that the engine's caller adds. */
const UNFINISHED = 'SyntaxError: the code ends where it is not complete: a bracket, a quote or a comment is still open'

function thrownFailure(json: string, source: string, limits: Limits): RunFailure {
  const { message = '', stack = '', memory, console } = JSON.parse(json) as Thrown
  if (memory) return failures.memory(limits)
  if (message.startsWith('SyntaxError') && stack.includes(`<input>:${source.split('\n').length + 1}:`))
    return { ...failures.thrown(UNFINISHED), line: source.trimEnd().split('\n').length }
  const line = lineIn(source, stack)
  return { ...failures.thrown(message), ...(line !== undefined && { line }), ...(console && { console }) }
}

interface Thrown {
  readonly message?: string
  readonly stack?: string
  readonly memory?: boolean
  readonly console?: readonly string[]
}

/** The innermost place in the creator's own text; a line that it does not have came from an eval of its own. */
function lineIn(source: string, stack: string): number | undefined {
  const lines = source.split('\n').length
  for (const [, digits] of stack.matchAll(/<input>:(\d{1,7}):/g)) {
    const line = Number(digits)
    if (line >= 1 && line <= lines) return line
  }
  return undefined
}
