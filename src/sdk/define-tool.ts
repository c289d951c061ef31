import type { Field, InputOf } from './fields.ts'
import type { Json } from './json.ts'
import type { OutputSpec } from './outputs.ts'
import type { Need, ToolWorld } from './tool-world.ts'

export const CATEGORIES = ['calculator', 'converter', 'developer', 'health', 'design', 'finance'] as const
export type Category = (typeof CATEGORIES)[number]

/** Shown to people as a card, executed by the tests: `output` names the outputs that must be equal. */
export interface Example {
  readonly title: string
  readonly input: Readonly<Record<string, Json>>
  readonly output: Readonly<Record<string, Json>>
  /** The published document and the place in it; of one of ours, how it was worked out. */
  readonly source: string
  /** Worked out by us and published nowhere: shown as an example, and no proof of anything. */
  readonly isOurs?: boolean
}

/** "How this is computed". */
export interface Method {
  readonly formula: string
  readonly rounding: string
  readonly notes?: string
}

export interface Source {
  readonly title: string
  readonly url?: string
}

export type OutputsOf<Output extends Readonly<Record<string, OutputSpec>>> = {
  readonly [Name in keyof Output]?: unknown
}

/** One tool: the form, the page, the API, the documentation, the workflow node and the tests derive from it. */
export interface Tool<
  Fields extends readonly Field[] = readonly Field[],
  Output extends Readonly<Record<string, OutputSpec>> = Readonly<Record<string, OutputSpec>>,
> {
  readonly slug: string
  /** Slugs that it had before: their addresses lead here. */
  readonly formerSlugs?: readonly string[]
  readonly title: string
  readonly description: string
  readonly category: Category
  readonly tags: readonly string[]
  /** Other words that people type when they look for this tool. */
  readonly keywords?: readonly string[]
  readonly input: Fields
  readonly output: Output
  /** Headless, and pure but for what it `needs`. Throws ToolError; every other error is a bug. */
  run(input: InputOf<Fields>, world: ToolWorld): OutputsOf<Output>
  /** Loads what `run` cannot do without and what nobody should carry who only lists tools: large libraries. */
  readonly prepare?: () => Promise<void>
  /** What of the world decides the result, besides the input. A tool that needs chance runs when it is told to. */
  readonly needs?: readonly Need[]
  readonly examples: readonly Example[]
  readonly method: Method
  readonly sources: readonly Source[]
  /** True when an input can make `run` take long: it then runs in a worker that is ended after one second. */
  readonly mayRunLong?: boolean
  /**
   * True when its code is over 5 kB compressed, or its page has no room for it: it always runs in a worker, and is
   * fetched when somebody turns to the form.
   */
  readonly isLarge?: boolean
  /** True when what it answers is a secret, such as a password: nothing of its runs is kept in a history. */
  readonly isConfidential?: boolean
  /** Shown above the form, such as "Not medical advice." */
  readonly notice?: string
}

export const defineTool = <
  const Fields extends readonly Field[],
  const Output extends Readonly<Record<string, OutputSpec>>,
>(
  tool: Tool<Fields, Output>,
): Tool<Fields, Output> => tool
