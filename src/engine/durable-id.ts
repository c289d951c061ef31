/** A run has one durable row for each segment: it ends one when it begins to wait, and goes on in the next. */
export const durableId = (executionId: string, segment: number): string =>
  segment === 0 ? executionId : `${executionId}~${segment}`

/** The same in SQL, for a row of `execution` under this alias. */
export const durableIdOf = (alias: string): string =>
  `(${alias}.id::text || case when ${alias}.segment = 0 then '' else '~' || ${alias}.segment end)`
