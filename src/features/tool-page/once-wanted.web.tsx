const SETTLED_AFTER_MS = 5000

/** Acts when somebody turns to the form, or else when the page has had time to settle, so that it works offline too. */
export function onceWanted(form: HTMLFormElement | null, act: () => void): () => void {
  const wanted = new AbortController()
  const { signal } = wanted
  const once = () => {
    wanted.abort()
    act()
  }
  for (const type of ['pointerover', 'focusin']) form?.addEventListener(type, once, { signal })
  const timer = setTimeout(once, SETTLED_AFTER_MS)
  signal.addEventListener('abort', () => clearTimeout(timer))
  return () => wanted.abort()
}
