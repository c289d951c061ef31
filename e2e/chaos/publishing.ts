import { answersOnly } from './mixed-graphs.ts'
import { runsOf } from './orders.ts'
import type { Result } from './result.ts'
import type { Stage } from './stage.ts'

export interface PublishingOptions {
  readonly cycles: number
  /** How many callers ask the switched workflow all the time, and as many another one. */
  readonly callers: number
}

async function post(url: string): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ n: '0' }) })
  await answer.arrayBuffer()
  return answer.status
}

/** Publishing acts at once in every process: nobody is refused after it, and nothing begins after unpublishing. */
export async function publishing({ fleet, api }: Stage, { cycles, callers }: PublishingOptions): Promise<Result> {
  const urls = fleet.members.filter(({ role }) => role === 'web').map(({ app }) => app.url)
  const { id, hookPath } = await api.publish('switched', answersOnly.graph)
  const busy = await api.publish('busy', answersOnly.graph)
  await api.unpublish(id)

  const wrong: string[] = []
  /** What the switched workflow answers; null while it is being switched. A new one with each change. */
  let state: { readonly answer: 200 | 404 | null } = { answer: 404 }
  let isDone = false
  const counted = { busy: 0, switched: 0 }
  async function ask(url: string): Promise<void> {
    const before = state
    const status = await post(url + hookPath)
    if (status === 200) counted.switched += 1
    // Whoever asks while it is switched gets one answer or the other.
    const isSure = before === state && before.answer !== null
    if (isSure ? status !== before.answer : status !== 200 && status !== 404)
      wrong.push(`the switched workflow answered ${status} instead of ${before.answer}`)
  }
  async function change(act: (workflowId: string) => Promise<void>, answer: 200 | 404): Promise<void> {
    state = { answer: null }
    await act(id)
    state = { answer }
    for (const url of urls) await ask(url)
  }
  const askAlways = async (index: number) => {
    while (!isDone) await ask(urls[index % urls.length] ?? '')
  }
  const askOther = async (index: number) => {
    for (; !isDone; counted.busy++) {
      const status = await post(urls[index % urls.length] + busy.hookPath)
      if (status !== 200) wrong.push(`the workflow that stayed published answered ${status}`)
    }
  }
  const all = Array.from({ length: callers }, (_, index) => [askAlways(index), askOther(index)]).flat()
  for (let cycle = 0; cycle < cycles; cycle++) {
    await change(api.publishAgain, 200)
    await change(api.unpublish, 404)
  }
  isDone = true
  await Promise.all(all)
  const runs = (await runsOf(fleet, id)).length
  if (runs !== counted.switched) wrong.push(`${runs} runs for ${counted.switched} accepted calls`)
  const kept = (await runsOf(fleet, busy.id)).length
  if (kept !== counted.busy) wrong.push(`${kept} runs for ${counted.busy} calls of the other workflow`)
  wrong.push(...(await fleet.stranded()).map((stranded) => `run ${stranded} is stranded`))
  const note = `${cycles} times published, ${runs} runs of what was switched`
  return { item: 'published and unpublished', runs: runs + kept, kills: 0, repeats: 0, wrong, lost: [], note }
}
