/** What others may do with a tool: all but the last may be cloned. */
export const LICENCES = ['CC0-1.0', 'CC-BY-4.0', 'MIT', 'reserved'] as const
export type Licence = (typeof LICENCES)[number]
export const LICENCE_NAMES: Readonly<Record<Licence, string>> = {
  'CC0-1.0': 'CC0: anybody may do anything with it',
  'CC-BY-4.0': 'CC BY 4.0: others may change it and name you',
  MIT: 'MIT: others may change it and keep the licence',
  reserved: 'All rights reserved: nobody may clone it',
}
export const mayBeCloned = (licence: string | null): boolean => licence !== 'reserved'

/**
 * What a clone may be given on, by the licence that its source was under: none of them takes more than that one gave. The
 * page of a clone always names its source, which is the notice that MIT and CC BY ask for.
 */
const LICENCES_OF_CLONES: Readonly<Record<Licence, readonly Licence[]>> = {
  'CC0-1.0': LICENCES,
  'CC-BY-4.0': ['CC-BY-4.0'],
  MIT: ['MIT', 'CC-BY-4.0', 'reserved'],
  reserved: ['reserved'],
}

/** Null: the source is one's own, or came with Fettle. */
export const licencesOfClone = (source: string | null): readonly Licence[] =>
  LICENCES_OF_CLONES[LICENCES.find((one) => one === source) ?? 'CC0-1.0']
