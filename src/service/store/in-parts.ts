/** SQLite takes 32,766 parameters in a statement, PostgreSQL 65,535; how many are sent is the sender's choice. */
const most = 500

/** Runs a statement once for every so many of the values; not at all without any. */
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

/** How many such rows one insert may have. */
export const rowsAtOnce = (rows: readonly object[]): number =>
  Math.floor(32_000 / Math.max(1, Object.keys(rows[0] ?? {}).length))
