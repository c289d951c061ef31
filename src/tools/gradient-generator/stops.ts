import { type Colour, LONGEST_COLOUR, NOT_A_COLOUR, parseColour, wholeColours } from '#src/lib/colour.ts'
import { ToolError } from '#src/sdk/index.ts'

export interface Stop {
  /** As it was written. */
  readonly text: string
  readonly colour: Colour
  /** Part of the gradient line: 0 to 1, beyond it where somebody wrote so. */
  readonly at: number
}

const FIELD = { field: 'stops' }
const MOST_STOPS = 20
/** A colour and two percentages. */
const LONGEST_STOP = LONGEST_COLOUR + 30
const TAIL = /^(.*?)((?:\s+-?\d+(?:\.\d+)?%){0,2})$/

interface Written {
  readonly text: string
  readonly colour: Colour
  readonly at: number | undefined
}

/** "red 10% 20%" is two stops of one colour. */
function readStop(line: string): Written[] {
  const [, text = '', tail = ''] = (line.length <= LONGEST_STOP && TAIL.exec(line.trim())) || []
  const colour = parseColour(text)
  if (colour === undefined)
    throw new ToolError(
      `Each stop ${NOT_A_COLOUR}, and perhaps a percentage behind it: ${line.trim().slice(0, LONGEST_COLOUR)}`,
      FIELD,
    )
  const places = tail.match(/-?[\d.]+/g)?.map((place) => Number(place) / 100) ?? [undefined]
  return places.map((at) => ({ text: text.trim(), colour, at }))
}

/** CSS Images 3, section 3.4.3: ends are 0 and 1, no stop lies before an earlier one, the rest spread evenly. */
function placed(stops: readonly Written[]): Stop[] {
  const last = stops.length - 1
  let furthest = -Infinity
  const known = stops.map(({ at }, index) => {
    const given = at ?? (index === 0 ? 0 : index === last ? 1 : undefined)
    if (given === undefined) return undefined
    furthest = Math.max(furthest, given)
    return furthest
  })
  return stops.map(({ text, colour }, index) => {
    const before = known.findLastIndex((at, other) => other <= index && at !== undefined)
    const after = known.findIndex((at, other) => other >= index && at !== undefined)
    const [from = 0, to = 1] = [known[before], known[after]]
    return { text, colour, at: after === before ? from : from + ((to - from) * (index - before)) / (after - before) }
  })
}

export function readStops(list: readonly string[]): Stop[] {
  const lines = wholeColours(list)
  const stops = lines.slice(0, MOST_STOPS + 1).flatMap(readStop)
  if (stops.length < 2) throw new ToolError('Stops must be at least two', FIELD)
  if (stops.length > MOST_STOPS) throw new ToolError(`Stops must be at most ${MOST_STOPS}`, FIELD)
  return placed(stops)
}
