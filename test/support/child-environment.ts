const handedDown = /^(PATH|LD_PRELOAD|FAKETIME.*|NODE_COMPILE_CACHE)$/

/**
 * For a process that a test starts, nothing else of our own environment: its settings are the test's.
 * Under libfaketime it has the same time as the test. What Node compiled once is read from the cache.
 */
export const childEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && handedDown.test(name) ? [[name, value]] : [],
    ),
  )
