/** Whether an event's outcome is that the tracker's record doesn't say what the event says. */
export const isUnverified = (outcome: string): boolean => outcome.startsWith('not verified')
