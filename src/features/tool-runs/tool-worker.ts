import { type RunOutcome, runTool } from '#src/sdk/run-tool.ts'
import { loadTool } from './load-tool.ts'

// Runs a built-in tool away from the page, so that the page stays awake and can end it.
export interface WorkerCall {
  readonly id: number
  readonly slug: string
  /** Without an input the tool is only loaded. */
  readonly input?: Readonly<Record<string, unknown>>
}
/** Without an outcome: the tool is loaded and runs from now on. */
export interface WorkerAnswer {
  readonly id: number
  readonly outcome?: RunOutcome
  readonly durationMs?: number
  /** The tool is broken, or could not be loaded. */
  readonly problem?: string
}

interface WorkerScope {
  postMessage(answer: WorkerAnswer): void
  addEventListener(type: 'message', listener: (event: { readonly data: WorkerCall }) => void): void
}
// No library of types has the scope of a web worker beside that of Node.
const scope = globalThis as unknown as WorkerScope

async function answer({ id, slug, input }: WorkerCall): Promise<void> {
  const tool = await loadTool(slug)
  scope.postMessage({ id })
  if (input === undefined) return
  const begun = performance.now()
  const outcome = runTool(tool, input)
  scope.postMessage({ id, outcome, durationMs: performance.now() - begun })
}

scope.addEventListener('message', ({ data }) => {
  answer(data).catch((error: unknown) => scope.postMessage({ id: data.id, problem: String(error) }))
})
