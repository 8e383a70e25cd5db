import { setTimeout as sleep } from 'node:timers/promises'
import type { Timeline } from '../timeline.ts'

/** The demo organization's people. */
export const mail = {
  dana: 'dana@vendor.example',
  lee: 'lee@vendor.example',
  sam: 'sam@vendor.example',
  casey: 'casey@acme.example',
} as const

interface Options {
  readonly url: string
  readonly key: string
  readonly timeline: Timeline
}

/** What people do on the service's pages, through the interface behind them. */
export const peopleOf = ({ url, key, timeline }: Options) => {
  const ask = async <R>(method: string, path: string, body?: object, as: string = mail.dana): Promise<R> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'x-acting-user': as,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(10_000),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: R }).data
  }
  let open = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    ask,
    /**
     * Runs in sequence, so that the last change wins. If the service is down, it may fail; the person would see
     * that.
     */
    deed: async <R>(method: string, path: string, body?: object, as?: string): Promise<R | undefined> => {
      open += 1
      const done = last.then(() => ask<R>(method, path, body, as))
      last = done.catch((error: unknown) =>
        timeline.add('tracker', `a deed failed: ${(error as Error).message}`),
      )
      await last
      open -= 1
      return done.catch(() => undefined)
    },
    isIdle: () => open === 0,
    /** Until the service answers. */
    untilThere: async (): Promise<void> => {
      for (let tried = 1; tried < 300; tried += 1) {
        if ((await fetch(`${url}/healthz`).catch(() => undefined))?.ok) return
        await sleep(100)
      }
      throw new Error('the service did not start')
    },
  }
}
