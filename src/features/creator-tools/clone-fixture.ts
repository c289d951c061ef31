import type { Fxn } from '#src/features/catalog/catalog.schema.ts'

/** A tool as its fresh clone is answered: with every field that a tool has, no address yet and no figures. */
export const cloneOf = (
  { title, description, category, codeKind, inputSchema, outputSchema, tags }: Fxn,
  own: { readonly id: string; readonly createdBy: string },
) => ({
  ...{ ...own, slug: null, title, description, category, codeKind, accessTier: 'free' },
  ...{ inputSchema, outputSchema, tags },
  inputConfig: { live: false, large: false, confidential: false, notice: null },
  ...{ runCount: 0, favoriteCount: 0, avgRating: 0, ratingCount: 0 },
})
