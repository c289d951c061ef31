const DIGITS = /^#?([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/

/** "#f80", "ff8800" and "#ff880080" → "#ff8800"; undefined where it is not hex. */
export function hexOfDigits(text: string): string | undefined {
  const digits = DIGITS.exec(text.trim().toLowerCase())?.[1]
  if (digits === undefined) return undefined
  const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits
  return `#${long.slice(0, 6)}`
}

/** What the browser paints for a CSS colour, without its transparency. Undefined where the text is none. */
export function paintedHex(text: string): string | undefined {
  if (!CSS.supports('color', text)) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const pen = canvas.getContext('2d')
  if (pen === null) return undefined
  pen.fillStyle = text
  pen.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
