const longest = 3_600

/**
 * How long to wait after a 429 with this `Retry-After`, in ms: at least a second, because a proxy may send 0 or less,
 * and at most an hour.
 */
export const waitMs = (seconds: number): number => Math.min(Math.max(seconds, 1), longest) * 1_000
