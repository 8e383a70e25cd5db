import type { App } from '@slack/bolt'
import { z } from 'zod'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import { richTextWords } from '../messages/kit/rich-text-words.ts'
import { commentOnWorkObject, refuseCommentChange } from '../use-cases/work-objects/comment-on-work-object.ts'

const maybe = z.string().nullish()
const reference = z
  .looseObject({ id: z.string(), type: maybe })
  .transform(({ id, type }) => ({ id, type: type ?? undefined }))
  .nullish()
  .catch(undefined)
  .transform((ref) => ref ?? undefined)

/** What the pane beside a Work Object asks for: its details, or its comments. */
export const asked = z
  .looseObject({
    user: z.string(),
    trigger_id: z.string(),
    channel: maybe,
    external_ref: reference,
    entity_url: maybe,
    link: z.looseObject({ url: maybe }).nullish().catch(undefined),
    cursor: maybe,
    limit: z.number().nullish().catch(undefined),
    thread_root_id: maybe,
  })
  .transform((event) => ({
    triggerId: event.trigger_id,
    user: event.user,
    channel: event.channel ?? undefined,
    externalRef: event.external_ref,
    url: event.entity_url ?? event.link?.url ?? '',
    cursor: event.cursor ?? undefined,
    limit: event.limit ?? undefined,
    threadRoot: event.thread_root_id ?? undefined,
  }))

const typed = z
  .looseObject({ rich_text_value: z.unknown(), value: maybe })
  .transform((input) => richTextWords(input.rich_text_value) || (input.value ?? ''))
  .catch('')

/** A comment written in the pane: the view says on what, the container, where there is one, in which channel. */
const written = z
  .looseObject({
    trigger_id: z.string(),
    user: z.looseObject({ id: z.string() }),
    container: z.looseObject({ channel_id: maybe }).nullish().catch(undefined),
    view: z.looseObject({
      external_ref: reference,
      entity_url: maybe,
      state: z.looseObject({ values: z.record(z.string(), z.record(z.string(), z.unknown())) }),
    }),
  })
  .transform(({ trigger_id: triggerId, user, container, view }) => ({
    triggerId,
    user: user.id,
    channel: container?.channel_id ?? undefined,
    externalRef: view.external_ref,
    url: view.entity_url ?? '',
    text: typed.parse(view.state.values['comment_input_block']?.['comment_input_action']),
  }))

const edited = z.looseObject({ trigger_id: z.string() })
const deleted = edited.extend({ container: z.looseObject({ type: z.literal('entity_comment') }) })

/** What was taken in; `later` tells the pane, once Slack was answered. */
type OnPane = (deps: BotDeps, body: unknown) => Promise<{ later: () => Promise<void> }>

/** What a person does in the pane, by Slack's own names. A posted comment is durable before Slack is answered. */
export const pane: Readonly<Record<'work-object-post-comment' | 'work-object-edit-comment', OnPane>> = {
  'work-object-post-comment': async (deps, body) => {
    const taken = await commentOnWorkObject(deps, written.parse(body))
    return { later: () => taken.acknowledge() }
  },
  'work-object-edit-comment': (deps, body) => {
    const { trigger_id: triggerId } = edited.parse(body)
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
