/** Deeper values than this overflow the stack of whoever walks them; no honest document comes near. */
export const MAX_JSON_DEPTH = 200

/** Whether brackets outside of texts are nested deeper than `max`. Reads the JSON text once, without parsing it. */
export function isTooDeep(json: string, max: number = MAX_JSON_DEPTH): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (inText) {
      // A backslash: what it escapes ends no text.
      if (code === 0x5c) at++
      else if (code === 0x22) inText = false
    } else if (code === 0x22) inText = true
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > max) return true
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  return false
}
