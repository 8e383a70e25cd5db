/** SQLite takes 32,766 parameters in a statement, PostgreSQL 65,535, and a request can name more rows than that. */
const most = 500

/** Runs a statement for each part of the values, and none if there are no values. */
export const inParts = async <V, R>(
  values: readonly V[],
  run: (part: V[]) => Promise<readonly R[]>,
  size: number = most,
): Promise<R[]> => {
  const found: R[] = []
  for (let from = 0; from < values.length; from += size)
    found.push(...(await run(values.slice(from, from + size))))
  return found
}

export const rowsAtOnce = (rows: readonly object[]): number =>
  Math.floor(32_000 / Math.max(1, Object.keys(rows[0] ?? {}).length))
