/** Between a popover and its button, and between it and the edge of the window. */
const GAP_PX = 6

/**
 * Lets a popover that is too long for either side of the button before it scroll on the longer one, so that its end can
 * be reached. CSS could say so with `@position-try`, but Chromium then forgets how far it was scrolled when the page
 * moves.
 */
export function fitBeside(panel: HTMLElement | null): void {
  const button = panel?.previousElementSibling
  if (!panel || !button) return
  panel.style.maxHeight = ''
  panel.style.setProperty('position-area', '')
  const { top, bottom } = button.getBoundingClientRect()
  const above = Math.floor(top) - 2 * GAP_PX
  const below = Math.floor(window.innerHeight - bottom) - 2 * GAP_PX
  if (panel.scrollHeight <= Math.max(above, below)) return
  panel.style.setProperty('position-area', `${below >= above ? 'block-end' : 'block-start'} span-all`)
  panel.style.maxHeight = `${Math.max(above, below)}px`
  if (panel.contains(document.activeElement)) document.activeElement?.scrollIntoView({ block: 'nearest' })
}
