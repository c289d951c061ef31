/** Widths of the outer panes in hundredths; the middle one has the rest. */
export interface Widths {
  readonly input: number
  readonly output: number
}
export type Side = keyof Widths

export const EVEN: Widths = { input: 30, output: 30 }
const LEAST = 15
const STEP = 2
const LEAST_MIDDLE = 25

/** As wide as it may get beside the other one. */
export const mostOf = (widths: Widths, side: Side): number =>
  100 - LEAST_MIDDLE - (side === 'input' ? widths.output : widths.input)

/** Out of sight, or back as it is at first. */
export const collapsed = (widths: Widths, side: Side): Widths =>
  widths[side] === 0 ? withWidth(widths, side, EVEN[side]) : { ...widths, [side]: 0 }

export const withWidth = (widths: Widths, side: Side, width: number): Widths => ({
  ...widths,
  [side]: Math.round(Math.max(LEAST, Math.min(mostOf(widths, side), width)) * 10) / 10,
})

/** What a key does to a splitter; undefined for one that means nothing to it. The arrow points where the line goes. */
export function afterKey(widths: Widths, side: Side, key: string): Widths | undefined {
  const growing = side === 'input' ? 'ArrowRight' : 'ArrowLeft'
  const shrinking = side === 'input' ? 'ArrowLeft' : 'ArrowRight'
  switch (key) {
    case growing:
      return withWidth(widths, side, widths[side] + STEP)
    case shrinking:
      return withWidth(widths, side, widths[side] - STEP)
    case 'Home':
      return withWidth(widths, side, LEAST)
    case 'End':
      return withWidth(widths, side, 100)
    case 'Enter':
      return collapsed(widths, side)
    default:
      return undefined
  }
}

/** Widths that were kept from the last time, if that is what they are. */
export function keptWidths(text: string | null): Widths {
  try {
    const read = JSON.parse(text ?? '') as Partial<Widths>
    const kept = { input: shareOf(read, 'input'), output: shareOf(read, 'output') }
    return within(within(kept, 'output'), 'input')
  } catch {
    return EVEN
  }
}

const shareOf = (read: Partial<Widths>, side: Side): number => {
  const share = Number(read[side] ?? EVEN[side])
  return Number.isFinite(share) ? share : EVEN[side]
}

/** A pane that was put away stays away. */
const within = (widths: Widths, side: Side): Widths =>
  widths[side] === 0 ? widths : withWidth(widths, side, widths[side])
