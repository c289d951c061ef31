const SYNC = 0x53
const BIND = 0x42
const SIMPLE_QUERY = 0x51
/** Type and length. */
const HEADER = 5

/** Of the prepared statement that this message gives values to, after the name of a portal. */
function nameIn(bind: Buffer): string {
  const from = bind.indexOf(0, HEADER) + 1
  return bind.toString('utf8', from, bind.indexOf(0, from))
}

/** Tells the statements that a client of PostgreSQL sends, however its messages are cut into chunks. */
export class StatementCounter {
  #rest: Buffer = Buffer.alloc(0)
  #hasStarted = false
  #name = ''

  /** The name of each, empty for one that has none. */
  read(chunk: Buffer): string[] {
    let left = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const statements: string[] = []
    for (;;) {
      const length = this.#lengthOfNext(left)
      if (length === null || left.length < length) break
      // The first message has no type.
      if (this.#hasStarted && left[0] === BIND) this.#name = nameIn(left)
      if (this.#hasStarted && (left[0] === SYNC || left[0] === SIMPLE_QUERY)) {
        statements.push(this.#name)
        this.#name = ''
      }
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
