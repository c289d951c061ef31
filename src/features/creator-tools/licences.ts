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
