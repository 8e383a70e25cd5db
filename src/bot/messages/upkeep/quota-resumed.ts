import { line, type Message, message, name } from '../kit/message.ts'
import { count } from '../kit/words.ts'

export interface QuotaResumedFacts {
  /** Lanes of work that go on: each a task's replies or a project's events. */
  waiting: number
  /** False: there was nothing to resume. */
  stood: boolean
}

/** To the admin who pressed *Resume now*. */
export const quotaResumed = ({ waiting, stood }: QuotaResumedFacts): Message =>
  stood
    ? message(
        line(
          name(
            waiting === 0
              ? 'Calls to the tracker go on; nothing was waiting.'
              : `Calls to the tracker go on: ${count(waiting, 'queue')} of waiting work ${waiting === 1 ? 'is' : 'are'} sent now, each in its order.`,
          ),
        ),
        line('If the quota is still used up, the tracker says so again and everything waits on.'),
      )
    : message(line('Nothing is stopped for the quota: calls to the tracker go through.'))
