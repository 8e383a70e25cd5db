import type { App } from '@slack/bolt'
import { z } from 'zod'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import { richTextWords } from '../messages/kit/rich-text-words.ts'
import { commentOnWorkObject, refuseCommentChange } from '../use-cases/work-objects/comment-on-work-object.ts'
import { presentWorkObject } from '../use-cases/work-objects/present-work-object.ts'
import { presentComments } from '../use-cases/work-objects/work-object-comments.ts'

const maybe = z.string().nullish()
const reference = z.looseObject({ id: z.string(), type: maybe })

/** What `entity_details_requested` and `entity_comments_requested` have in common. */
const asked = z.looseObject({
  user: z.string(),
  trigger_id: z.string(),
  channel: maybe,
  external_ref: reference.nullish().catch(undefined),
  entity_url: maybe,
  link: z.looseObject({ url: maybe }).nullish().catch(undefined),
  cursor: maybe,
  limit: z.number().nullish().catch(undefined),
  thread_root_id: maybe,
})

const refOf = (ref: z.output<typeof reference> | null | undefined) =>
  ref ? { id: ref.id, type: ref.type ?? undefined } : undefined

const readAsked = (event: unknown) => {
  const { data } = asked.safeParse(event)
  return (
    data && {
      triggerId: data.trigger_id,
      user: data.user,
      channel: data.channel ?? undefined,
      externalRef: refOf(data.external_ref),
      url: data.entity_url ?? data.link?.url ?? '',
      cursor: data.cursor ?? undefined,
      limit: data.limit ?? undefined,
      threadRoot: data.thread_root_id ?? undefined,
    }
  )
}

/** A comment written in the pane: the view says on what, the container, where there is one, in which channel. */
const submitted = z.looseObject({
  trigger_id: z.string(),
  user: z.looseObject({ id: z.string() }),
  container: z.looseObject({ channel_id: maybe }).nullish().catch(undefined),
  view: z.looseObject({
    type: maybe,
    external_ref: reference.nullish().catch(undefined),
    entity_url: maybe,
    state: z.looseObject({ values: z.record(z.string(), z.record(z.string(), z.unknown())) }),
  }),
})

const typed = z.looseObject({ rich_text_value: z.unknown(), value: maybe })

const readWords = (body: unknown) => {
  const { view, user, container, trigger_id: triggerId } = submitted.parse(body)
  const input = typed.safeParse(view.state.values['comment_input_block']?.['comment_input_action']).data
  return {
    triggerId,
    user: user.id,
    channel: container?.channel_id ?? undefined,
    externalRef: refOf(view.external_ref),
    url: view.entity_url ?? '',
    text: richTextWords(input?.rich_text_value) || (input?.value ?? ''),
  }
}

/** Slack's own names for what happens in the pane. */
const postComment = 'work-object-post-comment'
const editComment = 'work-object-edit-comment'

/** Everything that comes from the pane beside a Work Object. A posted comment is durable before Slack is answered. */
export const addWorkObjectListeners = (app: App, deps: BotDeps, background: Background): void => {
  app.event('entity_details_requested', ({ event }) => {
    const given = readAsked(event)
    if (given) background.run(() => presentWorkObject(deps, given))
    return Promise.resolve()
  })
  app.event('entity_comments_requested', ({ event }) => {
    const given = readAsked(event)
    if (given) background.run(() => presentComments(deps, given))
    return Promise.resolve()
  })
  app.view(postComment, async ({ ack, body }) => {
    const taken = await commentOnWorkObject(deps, readWords(body))
    await ack()
    background.run(() => taken.acknowledge())
  })
  app.view(editComment, async ({ ack, body }) => {
    await ack()
    const { triggerId } = readWords(body)
    background.run(() => refuseCommentChange(deps, triggerId, 'edit'))
  })
  // No action id is ours here: none is given to Slack, since nothing can be deleted.
  app.action({ type: 'block_actions' }, async ({ ack, body, next }) => {
    const { container, trigger_id: triggerId } = body as {
      container?: { type?: string }
      trigger_id?: string
    }
    if (container?.type !== 'entity_comment' || triggerId === undefined) return next()
    await ack()
    background.run(() => refuseCommentChange(deps, triggerId, 'delete'))
  })
}
