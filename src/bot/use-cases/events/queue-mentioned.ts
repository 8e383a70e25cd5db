import type { NewBotJob } from '../../payloads.ts'

/** Of one comment once, however many events tell of it. */
export const mentionedJob = (comment: string): NewBotJob => ({
  kind: 'mentioned',
  lane: comment,
  payload: { comment },
  uniqueKey: comment,
})
