import { type Places, planSteps, type StepPlan } from '#src/lib/graph/plan-steps.ts'

// Finds places for steps away from the page: hundreds of them take longer than a page may stand still.
interface WorkerScope {
  postMessage(places: Places): void
  addEventListener(type: 'message', listener: (event: { readonly data: StepPlan }) => void): void
}
// No library of types has the scope of a web worker beside that of Node.
const here = globalThis as unknown as WorkerScope

here.addEventListener('message', ({ data }) => void planSteps(data).then((places) => here.postMessage(places)))
