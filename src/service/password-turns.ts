import { ApiProblem } from '../contract/problem.ts'

/** Each check takes a core for 0.2 s. */
const atOnce = 2
const mostWaiting = 4

interface Waiting {
  readonly isFirst: boolean
  readonly begin: () => void
  readonly refuse: () => void
}

const tooMany = () =>
  new ApiProblem('unexpected', 'Too many people are signing in. Try again in a few seconds.', { status: 503 })

/**
 * Checks of passwords wait in a short line. Known people go first: when the line is full, they take the place of the
 * last stranger, so that strangers' guesses don't keep them out.
 */
export const openPasswordTurns = (onRefused: () => void) => {
  let running = 0
  const line: Waiting[] = []

  const takeFullPlace = (isFirst: boolean) => {
    const at = isFirst ? line.findLastIndex((one) => !one.isFirst) : -1
    onRefused()
    const [stranger] = at === -1 ? [] : line.splice(at, 1)
    if (!stranger) throw tooMany()
    stranger.refuse()
  }
  const enter = async (isFirst: boolean): Promise<void> => {
    if (running < atOnce) {
      running += 1
      return
    }
    if (line.length >= mostWaiting) takeFullPlace(isFirst)
    await new Promise<void>((begin, reject) => {
      const at = isFirst ? line.findLastIndex((one) => one.isFirst) + 1 : line.length
      line.splice(at, 0, { isFirst, begin, refuse: () => reject(tooMany()) })
    })
  }
  const leave = () => {
    const next = line.shift()
    if (next) next.begin()
    else running -= 1
  }

  /** Throws 503 when the line is full. `isFirst`: for people whom we know. */
  return async <R>({ isFirst }: { isFirst: boolean }, check: () => Promise<R>): Promise<R> => {
    await enter(isFirst)
    try {
      return await check()
    } finally {
      leave()
    }
  }
}
export type PasswordTurns = ReturnType<typeof openPasswordTurns>
