/** Thrown through the interpreter: the run has given up its place, or lost it, and goes on elsewhere or later. */
export class RunParked extends Error {
  override name = 'RunParked'
}

/** The same for a run of which nothing is written yet: it can begin anew where there is room. */
export class NoRoom extends RunParked {
  override name = 'NoRoom'
}
