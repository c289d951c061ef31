import { failure, type Register } from './register.ts'

/** Functions whose positions are characters, as size() counts them; those of the library are UTF-16 units. */
export function registerPositions(register: Register): void {
  register('string.__substring(int): string', (text: string, start: bigint) => text.slice(unitAt(text, start)))
  register('string.__substring(int, int): string', (text: string, start: bigint, end: bigint) => {
    if (end < start) throw outside(end, text)
    return text.slice(unitAt(text, start), unitAt(text, end))
  })
  register('string.__indexOf(string): int', (text: string, search: string) => positionOf(text, text.indexOf(search)))
  register('string.__indexOf(string, int): int', (text: string, search: string, from: bigint) =>
    search === '' ? from : positionOf(text, text.indexOf(search, characterAt(text, from))),
  )
  register('string.__lastIndexOf(string): int', (text: string, search: string) =>
    positionOf(text, text.lastIndexOf(search)),
  )
  register('string.__lastIndexOf(string, int): int', (text: string, search: string, from: bigint) =>
    search === '' ? from : positionOf(text, text.lastIndexOf(search, characterAt(text, from))),
  )
}

const outside = (position: bigint, text: string) =>
  failure('index_out_of_range', `Position ${position} is outside a text of ${positionOf(text, text.length)} characters`)

/** How many UTF-16 units the character takes that begins at one. */
const widthAt = (text: string, unit: number): number => ((text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1)

/** The UTF-16 unit at which a character begins; the position after the last one is the end. */
function unitAt(text: string, position: bigint): number {
  let left = Number(position)
  let unit = 0
  for (; left > 0 && unit < text.length; left--) unit += widthAt(text, unit)
  if (left !== 0) throw outside(position, text)
  return unit
}

function characterAt(text: string, position: bigint): number {
  const unit = unitAt(text, position)
  if (unit === text.length) throw outside(position, text)
  return unit
}

/** How many characters begin before a UTF-16 unit; -1 stays what it is. */
function positionOf(text: string, unit: number): bigint {
  let position = unit < 0 ? -1 : 0
  for (let at = 0; at < unit; position++) at += widthAt(text, at)
  return BigInt(position)
}
