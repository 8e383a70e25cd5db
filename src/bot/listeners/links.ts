import type { App } from '@slack/bolt'
import { z } from 'zod'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import { unfurlLinks } from '../use-cases/work-objects/unfurl-links.ts'

const shared = z.looseObject({
  channel: z.string(),
  message_ts: z.string(),
  source: z.string().optional(),
  links: z.array(z.looseObject({ url: z.string() })),
})

/**
 * Links to the tracker in messages: acknowledged at once. While a message is still written nobody can tell where
 * it will stand, so links in the composer wait until it is sent.
 */
export const addLinkListener = (app: App, deps: BotDeps, background: Background): void => {
  app.event('link_shared', ({ event }) => {
    const { success, data } = shared.safeParse(event)
    if (!success || data.source === 'composer') return Promise.resolve()
    const { channel, message_ts: ts, links } = data
    background.run(() => unfurlLinks(deps, { channel, ts, urls: links.map(({ url }) => url) }))
    return Promise.resolve()
  })
}
