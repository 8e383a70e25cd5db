/** The interface's "Limits" table. It has no monthly quota, so that is configuration. */
export const limits = {
  /** Ours. The interface's ids have 36 characters. */
  id: 200,
  projectName: 150,
  internalUsers: 20,
  customerUsers: 20,
  dataFields: 100,
  /** Ours, as is the next one. PostgreSQL's index of external ids takes about 2,600 bytes. */
  externalId: 500,
  externalText: 255,
  /** Ours, enough for any Slack message. */
  comment: 40_000,
  /** Ours: descriptions, and one answer of a form. */
  longText: 20_000,
  /** Ours: all answers of one form together, as JSON. */
  formAnswer: 50_000,
  /** Ours. An address of a link can have 2,000 characters. */
  shortText: 2_000,
  /** Ours: the most that an answer of a tracker can have, in bytes, in rows of a list, and in parts of its JSON. */
  answerBytes: 2 ** 20,
  answerRows: 5_000,
  answerParts: 50_000,
  /** Ours. A comment notifies at most so many people: those that it mentions first. */
  mentions: 50,
  pageDefault: 50,
  pageMaximum: 200,
  sessionMs: 5 * 60_000,
  writesPerMinute: 200,
  writePaceMs: 1_000,
  /** How long to wait after a per-minute 429, which has no Retry-After. */
  rateLimitWaitMs: 60_000,
  receiverTimeoutMs: 10_000,
} as const

const longestWaitSeconds = 3_600

/** How long to wait after a 429 with this `Retry-After`, in ms. A proxy may send 0 or less, or days. */
export const waitMs = (seconds: number): number => Math.min(Math.max(seconds, 1), longestWaitSeconds) * 1_000
