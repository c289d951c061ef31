/** Does one thing after the other; of those that come while one is under way only the last. Answers once all is done. */
export function lastWins() {
  let next: (() => Promise<unknown>) | undefined
  let going: Promise<void> | undefined
  const workOff = async () => {
    for (let work = next; work !== undefined; work = next) {
      next = undefined
      await work()
    }
  }
  return {
    isBusy: () => going !== undefined,
    run(work: () => Promise<unknown>): Promise<void> {
      next = work
      going ??= workOff().finally(() => {
        going = undefined
      })
      return going
    },
  }
}
