import { type JSValueHandle, MAX_STACK_SIZE, QuickJS, type QuickJSOptions, type Snapshot } from 'quickjs-wasi'
import { GUEST } from './guest.ts'

type Wasm = QuickJSOptions['wasm']

// Local to this file: the server's type check knows no WebAssembly (neither ES2024 nor @types/node has it).
declare const WebAssembly: { compile(bytes: Uint8Array<ArrayBuffer>): Promise<Wasm> }

/** Of one engine; it grows and never shrinks. */
export interface EngineMemory {
  readonly buffer: ArrayBuffer
}

interface Page {
  readonly at: number
  readonly bytes: Uint8Array
}

/** The compiled engine, and what its memory has to be before a call: the language is there, and nobody's code. */
export interface Engine {
  readonly wasm: Wasm
  readonly image: Omit<Snapshot, 'memory'>
  readonly byteLength: number
  /** Where the image differs from the memory of an engine that has just been made. */
  readonly pages: readonly Page[]
  /** The function that takes a call; see GUEST. */
  readonly start: number
}

export interface OpenOptions {
  readonly memoryBytes: number
  readonly interruptHandler: () => boolean
}

export interface OpenEngine {
  readonly vm: QuickJS
  readonly start: JSValueHandle
  readonly memory: EngineMemory
}

/** WASI's errno badf. */
const BAD_FILE = 8
const PAGE_BYTES = 4096

// The engine's own messages would land in the runner's answers.
const SILENT = { fd_write: () => BAD_FILE }

/** An image keeps the time that it was made at, by which all calls of one runner could know each other: it is 1970. */
const atNoTime = (memory: EngineMemory) => ({
  ...SILENT,
  clock_time_get: (_clock: number, _precision: bigint, at: number) => {
    new DataView(memory.buffer).setBigUint64(at, 0n, true)
    return 0
  },
})

/** Compiles the engine and starts one, so that no call has to: that takes longer than most calls. */
export async function prepareEngine(bytes: Uint8Array<ArrayBuffer>): Promise<Engine> {
  const wasm = await WebAssembly.compile(bytes)
  const vm = await QuickJS.create({ wasm, maxStackSize: MAX_STACK_SIZE, timezoneOffset: 0, wasi: atNoTime })
  const start = vm.exportHandle(vm.evalCode(GUEST, 'sandbox'))
  const { memory, ...image } = vm.snapshot()
  const engine = { wasm, image, byteLength: memory.byteLength, start }
  let pages: readonly Page[] = []
  const into = (fresh: Uint8Array) => {
    pages = differences(memory, fresh)
    write(fresh, pages)
  }
  await restored(engine, into, { memoryBytes: memory.byteLength, interruptHandler: () => false })
  return { ...engine, pages }
}

/** An engine of its own for a call, as it was prepared; nothing of another call is in it. */
export async function openEngine(engine: Engine, options: OpenOptions): Promise<OpenEngine> {
  const { vm, memory } = await restored(engine, (fresh) => write(fresh, engine.pages), options)
  return { vm, memory, start: vm.importHandle(engine.start) }
}

/**
 * The library copies an image byte for byte, its many zeros too, and each page of memory that is touched costs more than
 * what is written to it. It asks what it copies for the length once the new memory is as large as the image: that is the
 * moment to write what differs, and to have it copy nothing.
 */
async function restored(
  { wasm, image, byteLength }: Omit<Engine, 'pages' | 'start'>,
  fill: (fresh: Uint8Array) => void,
  { memoryBytes, interruptHandler }: OpenOptions,
) {
  let memory: EngineMemory | undefined
  const written = {
    byteLength,
    get length() {
      if (memory !== undefined) fill(new Uint8Array(memory.buffer))
      return 0
    },
  }
  const vm = await QuickJS.restore(
    { ...image, memory: written as unknown as Uint8Array },
    {
      wasm,
      memoryLimit: memoryBytes,
      maxStackSize: MAX_STACK_SIZE,
      timezoneOffset: 0,
      interruptHandler,
      wasi: (ofEngine: EngineMemory) => {
        memory = ofEngine
        return SILENT
      },
    },
  )
  if (memory === undefined) throw new Error('The engine has no memory')
  return { vm, memory }
}

/** Makes a memory what it differs from. */
export const write = (memory: Uint8Array, pages: readonly Page[]) => {
  for (const { at, bytes } of pages) memory.set(bytes, at)
}

/** The pages of an image that another memory of its size does not have. */
export function differences(image: Uint8Array, fresh: Uint8Array): Page[] {
  const pages: Page[] = []
  const [wanted, there] = [wordsOf(image), wordsOf(fresh)]
  for (let at = 0; at < image.byteLength; at += PAGE_BYTES)
    if (!isSame(wanted, there, at / WORD_BYTES)) pages.push({ at, bytes: image.subarray(at, at + PAGE_BYTES) })
  return pages
}

const WORD_BYTES = 4
const wordsOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new Uint32Array(buffer, byteOffset, byteLength / WORD_BYTES)

/** Of one page. A call for each byte took a quarter of a runner's start. */
function isSame(one: Uint32Array, other: Uint32Array, from: number): boolean {
  for (let at = from; at < from + PAGE_BYTES / WORD_BYTES; at++) if (one[at] !== other[at]) return false
  return true
}
