import { line, type Message, message, note } from '../kit/message.ts'

export interface QuotaReachedFacts {
  /** Calls made and allowed this month, where the tracker says so. */
  used?: number | undefined
  limit?: number | undefined
  reference?: string | undefined
}

/** The monthly quota is used up; no retry clears it. */
export const quotaReached = ({ used, limit, reference }: QuotaReachedFacts): Message =>
  message(
    line(
      'The monthly API quota of the tracker is used up',
      used !== undefined &&
        limit !== undefined &&
        ` (${used.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')} calls)`,
      '. What is waiting is kept and goes out when the month turns.',
    ),
    line('To go on before, ask a Vendor Admin to have the quota raised.'),
    reference !== undefined && note(`Reference: ${reference}`),
  )
