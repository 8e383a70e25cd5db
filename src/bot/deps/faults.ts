import type { Log } from '../../log.ts'
import { GiveUp } from '../../lanes/lanes.ts'

const faults = [TypeError, RangeError, SyntaxError, ReferenceError]

/** A bug, or a value that our code can't work with. */
export const isFault = (error: unknown): boolean => faults.some((fault) => error instanceof fault)

/** A record that can't be used is logged and skipped. Outages concern all records, so they are thrown. */
export const eachAlone = async <R>(
  log: Pick<Log, 'error'>,
  records: readonly R[],
  name: (record: R) => object,
  work: (record: R) => Promise<unknown>,
): Promise<void> => {
  for (const record of records)
    try {
      await work(record)
    } catch (error) {
      if (!(error instanceof GiveUp) && !isFault(error)) throw error
      log.error({ ...name(record), err: error }, 'a record can’t be used, and was skipped')
    }
}
