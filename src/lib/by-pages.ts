/** All pages of a list, each asked for by the last one of the page before, so that one at a time is in memory. */
export async function* byPages<Row extends { readonly id: string }>(
  perPage: number,
  read: (before: string | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let before: string | undefined; ; ) {
    const rows = await read(before)
    if (rows.length > 0) yield rows
    if (rows.length < perPage) return
    before = rows.at(-1)?.id
  }
}
