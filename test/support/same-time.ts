/** For a process that a test starts: under libfaketime, it has the same time as the test. */
export const sameTime = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && /^(LD_PRELOAD$|FAKETIME)/.test(name) ? [[name, value]] : [],
    ),
  )
