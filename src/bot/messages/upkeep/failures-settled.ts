import { line, type Message, message, name } from '../kit/message.ts'
import { count } from '../kit/words.ts'

export interface FailuresSettledFacts {
  done: 'retried' | 'skipped'
  count: number
}

/** *Retry* or *Skip* was pressed under the failures of a channel. */
export const failuresSettled = ({ done, count: many }: FailuresSettledFacts): Message =>
  message(
    many === 0
      ? line('Nothing is left to settle here: somebody was faster.')
      : done === 'retried'
        ? line(name(`${count(many, 'failure')} retried. /onboard status shows what comes of it.`))
        : line(name(`${count(many, 'failure')} skipped. They stay in the ledger and are not shown again.`)),
  )
