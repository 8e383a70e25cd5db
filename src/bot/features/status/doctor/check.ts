import { checkFailed, checkLate, type Finding } from './messages/doctor.ts'
import type { BotDeps } from '../../../deps/deps.ts'
import { within } from '../../../kit/time.ts'

/** `topic` names the check if it does not finish in time. Some checks also run on the command line, with less. */
export interface Check<Needs = BotDeps> {
  topic: string
  run(needs: Needs): Promise<Finding | readonly Finding[]>
}

export const findingsOf = async <Needs>(
  check: Check<Needs>,
  needs: Needs,
  { doctorWaitMs, log }: Pick<BotDeps, 'doctorWaitMs' | 'log'>,
): Promise<readonly Finding[]> => {
  const { topic } = check
  const found = await within(
    doctorWaitMs,
    check.run(needs).catch((error: unknown) => {
      log.error({ err: error, topic }, 'a doctor check failed')
      return checkFailed(topic)
    }),
  )
  return [found ?? checkLate(topic, doctorWaitMs / 1_000)].flat()
}
