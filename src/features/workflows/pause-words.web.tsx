/** What becomes of that which would start a workflow while it is paused: the same wherever it is said. */
export const PauseWords = () => (
  <ul className="list-disc ps-5">
    <li>Webhooks answer 503 and ask the sender to come back later; most senders try again by themselves.</li>
    <li>Forms are closed, and other workflows cannot call it.</li>
    <li>Failures that other workflows would tell it of are never told: neither now nor when it goes on.</li>
    <li>Schedules and searches for new things wait; a schedule makes up for missed times as its step says.</li>
    <li>Runs under way go on, and you can still run it by hand.</li>
  </ul>
)
