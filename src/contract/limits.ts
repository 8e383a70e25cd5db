/** The interface's "Limits" table. It gives no size of the monthly quota, so that is configuration. */
export const limits = {
  /** Ours: the interface's own ids have 36 characters. */
  id: 200,
  projectName: 150,
  internalUsers: 20,
  customerUsers: 20,
  dataFields: 100,
  pageDefault: 50,
  pageMaximum: 200,
  sessionMs: 5 * 60_000,
  writesPerMinute: 200,
  /** Clients send about one write a second. */
  writePaceMs: 1_000,
  /** The advised wait after a per-minute 429, which has no Retry-After. */
  rateLimitWaitMs: 60_000,
  receiverTimeoutMs: 10_000,
} as const
