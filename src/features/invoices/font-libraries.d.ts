// The parts that we use: the packages bring no types.
declare module 'fontkit' {
  export interface Font {
    readonly ascent: number
    readonly unitsPerEm: number
    readonly numGlyphs: number
    readonly characterSet: readonly number[]
  }
  export function create(bytes: Uint8Array): Font
}

declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { readonly position: number } | null
  }
}

declare module 'subset-font' {
  interface SubsetOptions {
    readonly targetFormat: 'truetype'
    readonly variationAxes: Readonly<Record<string, number>>
    readonly keepFeatures: readonly string[]
  }
  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>
}
