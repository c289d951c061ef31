export interface Lazily<Module> {
  load(): Promise<void>
  /** Throws when load() has not been awaited. */
  get(): Module
}

/** A module that is loaded when it is first wanted, for code that cannot wait itself. A load that failed is tried again. */
export function lazily<Module extends object>(importModule: () => Promise<Module>): Lazily<Module> {
  let loaded: Module | undefined
  return {
    async load() {
      loaded ??= await importModule()
    },
    get() {
      if (loaded === undefined) throw new Error('This module was used before it was loaded')
      return loaded
    },
  }
}
