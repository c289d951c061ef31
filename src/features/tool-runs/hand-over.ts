type Inputs = Readonly<Record<string, unknown>>

let held: { readonly slug: string; readonly inputs: Inputs } | undefined

/** Inputs for the tool that this tab opens next. In memory alone: some are secrets, which have no place in an address. */
export function handOver(slug: string, inputs: Inputs): void {
  held = { slug, inputs }
}

/** What was handed over to this tool, once; whatever was meant for another one is forgotten. */
export function takeHandedOver(slug: string): Inputs | undefined {
  const inputs = held?.slug === slug ? held.inputs : undefined
  held = undefined
  return inputs
}
