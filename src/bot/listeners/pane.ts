import type { App } from '@slack/bolt'
import { z } from 'zod'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import { richTextWords } from '../messages/kit/rich-text-words.ts'
import { commentOnWorkObject, refuseCommentChange } from '../use-cases/work-objects/comment-on-work-object.ts'
import { acted, actorOf, maybe } from './shapes.ts'

const reference = z.object({ id: z.string(), type: maybe }).optional().catch(undefined)

/** What the pane beside a Work Object asks for: its details, or its comments. */
export const asked = z
  .object({
    user: z.string(),
    trigger_id: z.string(),
    channel: maybe,
    external_ref: reference,
    entity_url: maybe,
    link: z.object({ url: maybe }).optional().catch(undefined),
    cursor: maybe,
    limit: z.number().optional().catch(undefined),
    thread_root_id: maybe,
  })
  .transform(({ trigger_id: triggerId, external_ref: externalRef, entity_url: page, link, ...event }) => ({
    ...event,
    triggerId,
    externalRef,
    url: page ?? link?.url ?? '',
    limit: event.limit,
    threadRoot: event.thread_root_id,
  }))

const typed = z
  .looseObject({ rich_text_value: z.unknown(), value: maybe })
  .transform((input) => richTextWords(input.rich_text_value) || (input.value ?? ''))
  .catch('')

/** A comment written in the pane: the view says on what, the container, where there is one, in which channel. */
const written = acted
  .extend({
    container: z.looseObject({ channel_id: maybe }).optional().catch(undefined),
    view: z.looseObject({
      external_ref: reference,
      entity_url: maybe,
      state: z.looseObject({ values: z.record(z.string(), z.record(z.string(), z.unknown())) }),
    }),
  })
  .transform(({ container, view, ...body }) => ({
    ...actorOf(body),
    channel: container?.channel_id,
    externalRef: view.external_ref,
    url: view.entity_url ?? '',
    text: typed.parse(view.state.values['comment_input_block']?.['comment_input_action']),
  }))

const deleted = acted.extend({ container: z.looseObject({ type: z.literal('entity_comment') }) })

/** What was taken in; `later` tells the pane, once Slack was answered. */
type OnPane = (deps: BotDeps, body: unknown) => Promise<{ later: () => Promise<void> }>

/** What a person does in the pane, by Slack's own names. A posted comment is durable before Slack is answered. */
export const pane: Readonly<Record<'work-object-post-comment' | 'work-object-edit-comment', OnPane>> = {
  'work-object-post-comment': async (deps, body) => {
    const taken = await commentOnWorkObject(deps, written.parse(body))
    return { later: () => taken.acknowledge() }
  },
  'work-object-edit-comment': (deps, body) => {
    const { trigger_id: triggerId } = acted.parse(body)
    return Promise.resolve({ later: () => refuseCommentChange(deps, triggerId, 'edit') })
  },
}

export const addPane = (app: App, deps: BotDeps, background: Background): void => {
  for (const [name, on] of Object.entries(pane))
    app.view(name, async ({ ack, body }) => {
      const { later } = await on(deps, body)
      await ack()
      background.run(later)
    })
  // No action id is ours here: none is given to Slack, since nothing can be deleted.
  app.action({ type: 'block_actions' }, async ({ ack, body, next }) => {
    const { data } = deleted.safeParse(body)
    if (!data) return next()
    await ack()
    background.run(() => refuseCommentChange(deps, data.trigger_id, 'delete'))
  })
}
