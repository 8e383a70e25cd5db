import { SlackProblem, slackProblem } from './problem.ts'

/** One call of the Web API; whatever it throws becomes a `SlackProblem`. */
export const attempt = async <R>(method: string, call: () => Promise<R>): Promise<R> => {
  try {
    return await call()
  } catch (error) {
    throw slackProblem(method, error)
  }
}

/** The same for a call whose refusal with one of these codes is as good as its success. */
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

/** What Slack says of an object; undefined when it says that we cannot see it. Anything else is no answer, and thrown. */
export const unlessHidden = async <R>(
  method: string,
  call: () => Promise<R>,
): Promise<{ answer: R } | { hidden: SlackProblem }> => {
  try {
    return { answer: await attempt(method, call) }
  } catch (error) {
    const hides = ['channel', 'scope', 'refused', 'message']
    if (!(error instanceof SlackProblem)) throw error
    // A Slack-compatible API that lacks a method may answer it as any web server does.
    if (hides.includes(error.kind) || error.code === 'http_404') return { hidden: error }
    throw error
  }
}
