import { type Unit, unit } from '#src/lib/units.ts'

const DECIMAL = ['kilo', 'mega', 'giga', 'tera', 'peta', 'exa', 'zetta', 'yotta', 'ronna', 'quetta']
const BINARY = ['kibi', 'mebi', 'gibi', 'tebi', 'pebi', 'exbi', 'zebi', 'yobi', 'robi', 'quebi']
const BITS_PER_BYTE = 8n

/** "k", "M", … and "Ki", "Mi", …: the kilo alone is a small letter. */
const decimalSymbol = (prefix: string): string => (prefix === 'kilo' ? 'k' : prefix.charAt(0).toUpperCase())
const binarySymbol = (prefix: string): string => `${prefix.charAt(0).toUpperCase()}i`

function prefixed(symbol: string, name: string, bits: bigint): Unit[] {
  const make = (prefix: string, sign: string, factor: bigint) =>
    unit(`${sign}${symbol}`, prefix + name, String(factor * bits), [prefix + name, `${prefix}${name}s`])
  return [
    ...DECIMAL.map((prefix, index) => make(prefix, decimalSymbol(prefix), 1000n ** BigInt(index + 1))),
    ...BINARY.map((prefix, index) => make(prefix, binarySymbol(prefix), 1024n ** BigInt(index + 1))),
  ]
}

/** Base: bit. */
export const SIZES: readonly Unit[] = [
  unit('bit', 'bit', '1', ['b', 'bits']),
  ...prefixed('bit', 'bit', 1n).map((one) => ({ ...one, aliases: [...one.aliases, one.code.toLowerCase()] })),
  unit('B', 'byte', String(BITS_PER_BYTE), ['byte', 'bytes', 'octet', 'octets']),
  ...prefixed('B', 'byte', BITS_PER_BYTE).map((one) =>
    // "kib" can only be a kibibyte, while "mb" could be a megabit as well.
    one.code.endsWith('iB') ? { ...one, aliases: [...one.aliases, one.code.toLowerCase()] } : one,
  ),
]

/** As kilobytes are often written; Windows means 1024 bytes by it, the standard 1000. */
export const KILOBYTE_IN_CAPITALS = { KB: 'KB, taken as kilobyte of 1000 bytes' }
