import { setTimeout as sleep } from 'node:timers/promises'
import type { Timeline } from '../timeline.ts'

/** The demo organization's. */
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

/** What people do on the service's pages, by the interface that the pages use. */
export const peopleOf = ({ url, key, timeline }: Options) => {
  const ask = async <R>(method: string, path: string, body?: object, as: string = mail.dana): Promise<R> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'x-acting-user': as, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(10_000),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: R }).data
  }
  let open = 0
  return {
    ask,
    /** A deed may fail where the service is away: its person then sees that it did not work. */
    deed: async (method: string, path: string, body?: object, as?: string): Promise<void> => {
      open += 1
      try {
        await ask(method, path, body, as)
      } catch (error) {
        timeline.add('tracker', `a deed failed: ${(error as Error).message}`)
      } finally {
        open -= 1
      }
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
