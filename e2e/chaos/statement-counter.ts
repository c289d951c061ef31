const SYNC = 0x53
const SIMPLE_QUERY = 0x51
/** Type and length. */
const HEADER = 5

/** Counts the statements that a client of PostgreSQL sends, however its messages are cut into chunks. */
export class StatementCounter {
  #rest: Buffer = Buffer.alloc(0)
  #hasStarted = false

  count(chunk: Buffer): number {
    let left = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let statements = 0
    for (;;) {
      const length = this.#lengthOfNext(left)
      if (length === null || left.length < length) break
      // The first message has no type.
      if (this.#hasStarted && (left[0] === SYNC || left[0] === SIMPLE_QUERY)) statements += 1
      this.#hasStarted = true
      left = left.subarray(length)
    }
    this.#rest = left
    return statements
  }

  #lengthOfNext(left: Buffer): number | null {
    if (!this.#hasStarted) return left.length < 4 ? null : left.readUInt32BE(0)
    return left.length < HEADER ? null : left.readUInt32BE(1) + 1
  }
}
