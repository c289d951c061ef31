import { answersOnly } from './mixed-graphs.ts'
import { runsOf } from './orders.ts'
import type { Result } from './result.ts'
import type { Stage } from './stage.ts'

export interface PublishingOptions {
  readonly cycles: number
  /** How many callers ask other workflows meanwhile. */
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
  let isDone = false
  let load = 0
  const callOthers = async (index: number) => {
    for (; !isDone; load++) {
      const status = await post(urls[index % urls.length] + busy.hookPath)
      if (status !== 200) wrong.push(`the workflow that stayed published answered ${status}`)
    }
  }
  const others = Array.from({ length: callers }, (_, index) => callOthers(index))
  const expectEverywhere = async (expected: number, when: string) => {
    for (const url of urls) {
      const status = await post(url + hookPath)
      if (status !== expected) wrong.push(`${status} ${when}`)
    }
  }
  for (let cycle = 0; cycle < cycles; cycle++) {
    await api.publishAgain(id)
    await expectEverywhere(200, `after publishing for the ${cycle}th time`)
    await api.unpublish(id)
    await expectEverywhere(404, `after unpublishing for the ${cycle}th time`)
  }
  isDone = true
  await Promise.all(others)
  const runs = (await runsOf(fleet, id)).length
  if (runs !== cycles * urls.length) wrong.push(`${runs} runs for ${cycles * urls.length} accepted calls`)
  const kept = (await runsOf(fleet, busy.id)).length
  if (kept !== load) wrong.push(`${kept} runs for ${load} calls of the other workflow`)
  wrong.push(...(await fleet.stranded()).map((stranded) => `run ${stranded} is stranded`))
  const note = `${cycles} times published`
  return { item: 'published and unpublished', runs: runs + kept, kills: 0, repeats: 0, wrong, lost: [], note }
}
