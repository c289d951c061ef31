/** What a tool may ask of the world, if it says so in `needs`: its result then changes from run to run. */
export type Need = 'clock' | 'chance' | 'chance at times'

export interface ToolWorld {
  /** The same for a whole run. */
  readonly now: Date
  /** At most 65,536 bytes of a cryptographic source. */
  randomBytes(count: number): Uint8Array
}

export const theWorld = (): ToolWorld => ({
  now: new Date(),
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
})
