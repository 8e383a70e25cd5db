import type { NewBotJob } from '../../store/payloads.ts'

/** Runs once per comment, even if several events announce it. */
export const mentionedJob = (comment: string): NewBotJob => ({
  kind: 'mentioned',
  lane: comment,
  payload: { comment },
  uniqueKey: comment,
})
