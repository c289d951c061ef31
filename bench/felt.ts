/** What the browser itself says of each key and press, until its effect was on the screen, in `window.felt`. */
export const WATCH_FELT = `window.felt = []
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries()) if (interactionId > 0) window.felt.push(duration)
}).observe({ type: 'event', durationThreshold: 16 })`
export const SLOWEST_FELT = 'Math.max(0, ...window.felt)'
