const LOOK_AGAIN_MS = 50
/** Afterwards nobody expects any more that what was pressed opens. */
const WITHIN_MS = 10_000

/**
 * Keeps the last click on a button that React does not know yet, and gives it once the button answers: the code of a page
 * comes after its text, that of some parts later still, and React drops a click on what it cannot draw at once. Links,
 * forms and popovers need no code. Runs in the page by itself, before all of its code.
 */
export const KEEP_EARLY_CLICKS = `(() => {
  const isKnown = (element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))
  let pressed
  let until
  const look = () => {
    if (!pressed.isConnected || performance.now() > until) pressed = undefined
    else if (!isKnown(pressed)) setTimeout(look, ${LOOK_AGAIN_MS})
    else {
      const button = pressed
      pressed = undefined
      button.click()
    }
  }
  const keep = (button) => {
    const isWaiting = pressed !== undefined
    pressed = button
    until = performance.now() + ${WITHIN_MS}
    if (!isWaiting) look()
  }
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('button[type=button]:not([popovertarget])')
    if (!button || isKnown(button)) return
    // React hears a click at the document first. Where it could draw the button at once, it answers; where it could not,
    // the click gets no further.
    let isAnswered = false
    const arrive = () => { isAnswered = isKnown(button) }
    button.addEventListener('click', arrive)
    setTimeout(() => {
      button.removeEventListener('click', arrive)
      if (!isAnswered) keep(button)
    })
  }, true)
})()`
