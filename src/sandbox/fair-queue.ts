export interface FairQueueLimits {
  /** Most jobs that one account may have waiting. */
  readonly perAccount: number
  readonly total: number
}

export interface FairQueue<Job> {
  /** False when the account, or the whole queue, has no room left. */
  add(account: string, job: Job): boolean
  /** The first job of the account whose turn it is, of those that `may`; the account is busy until `release`. */
  take(may?: MayRun): { readonly account: string; readonly job: Job } | undefined
  release(account: string): void
  remove(account: string, job: Job): void
  /** Empties the queue. */
  drain(): Job[]
  /** How many jobs could be taken now. */
  ready(may?: MayRun): number
}

type MayRun = (account: string) => boolean
const anybody: MayRun = () => true

/** First come, first served within an account; accounts take turns, and each has one job under way at most. */
export function createFairQueue<Job>({ perAccount, total }: FairQueueLimits): FairQueue<Job> {
  // In the order of turns: an account that was served goes to the end.
  const waiting = new Map<string, Job[]>()
  const busy = new Set<string>()
  let size = 0

  const put = (account: string, jobs: Job[]) => {
    waiting.delete(account)
    if (jobs.length > 0) waiting.set(account, jobs)
  }

  return {
    add(account, job) {
      const jobs = waiting.get(account) ?? []
      if (size >= total || jobs.length >= perAccount) return false
      jobs.push(job)
      waiting.set(account, jobs)
      size++
      return true
    },
    take(may = anybody) {
      for (const [account, [job, ...rest]] of waiting) {
        if (busy.has(account) || job === undefined || !may(account)) continue
        put(account, rest)
        busy.add(account)
        size--
        return { account, job }
      }
      return undefined
    },
    release(account) {
      busy.delete(account)
    },
    remove(account, job) {
      const jobs = waiting.get(account)
      const at = jobs?.indexOf(job) ?? -1
      if (jobs === undefined || at < 0) return
      jobs.splice(at, 1)
      if (jobs.length === 0) waiting.delete(account)
      size--
    },
    drain() {
      const jobs = [...waiting.values()].flat()
      waiting.clear()
      size = 0
      return jobs
    },
    ready: (may = anybody) => [...waiting.keys()].filter((account) => !busy.has(account) && may(account)).length,
  }
}
