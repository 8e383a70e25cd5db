import { RetryLater } from '../../lanes/lanes.ts'
import { SlackProblem, waitFor } from '../slack/problem.ts'
import type { LookAt, Search } from '../slack/slack.ts'

/** A search in Slack goes on when Slack allows more calls. */
export class SearchWaits<Payload> extends RetryLater {
  declare readonly payload: Payload
}

export interface Searching {
  readonly payload: { readonly look?: LookAt | undefined }
}

/** Does a job's search in Slack. Where Slack allows no more calls, the job carries how far the search came. */
export const searching = async <T>(
  { payload }: Searching,
  search: (from: Search) => Promise<T>,
  onlySince = false,
): Promise<T> => {
  let at = payload.look
  try {
    return await search({ from: at, reached: (next) => (at = next), onlySince })
  } catch (error) {
    const wait = error instanceof SlackProblem && error.kind === 'rate-limited' ? waitFor(error) : undefined
    if (wait === undefined) throw error
    throw new SearchWaits(wait, (error as Error).message, { ...payload, look: at })
  }
}
