import { isClosed, SlackProblem, slackProblem } from './problem.ts'

/** Makes one Web API call. Every failure becomes a `SlackProblem`. */
export const attempt = async <R>(method: string, call: () => Promise<R>): Promise<R> => {
  try {
    return await call()
  } catch (error) {
    throw slackProblem(method, error)
  }
}

/** Treats a refusal with one of these codes as success. */
export const ignoring = async (
  codes: readonly string[],
  method: string,
  call: () => Promise<unknown>,
): Promise<void> => {
  try {
    await attempt(method, call)
  } catch (error) {
    if (!(error instanceof SlackProblem) || !codes.includes(error.code)) throw error
  }
}

/** Returns `hidden` if Slack says that the app cannot see the object. Throws other failures. */
export const unlessHidden = async <R>(
  method: string,
  call: () => Promise<R>,
): Promise<{ answer: R } | { hidden: SlackProblem }> => {
  try {
    return { answer: await attempt(method, call) }
  } catch (error) {
    if (isClosed(error)) return { hidden: error }
    throw error
  }
}
