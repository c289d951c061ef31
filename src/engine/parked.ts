/** Thrown through the interpreter: the run has given up its place, or lost it, and goes on elsewhere or later. */
export class RunParked extends Error {
  override name = 'RunParked'
}
