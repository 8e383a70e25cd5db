import type { App } from '@slack/bolt'
import { z } from 'zod'
import type { Actor } from '../../audience/actor.ts'
import type { Right } from '../../audience/may.ts'
import type { Background } from '../../deps/background.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { richTextWords } from '../../kit/text/rich-text-words.ts'
import {
  commentOnWorkObject,
  refuseCommentChange,
} from '../../features/work-objects/comment-on-work-object.ts'
import { actorInTime } from './acting.ts'
import { depsIn } from './route-event.ts'
import { acted, maybe } from './shapes.ts'

const reference = z.object({ id: z.string(), type: maybe }).optional().catch(undefined)

export const asked = z
  .object({
    trigger_id: z.string(),
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

/** The view names the object. The container names the channel, if there is one. */
const written = acted
  .extend({
    view: z.looseObject({
      external_ref: reference,
      entity_url: maybe,
      state: z.looseObject({ values: z.record(z.string(), z.record(z.string(), z.unknown())) }),
    }),
  })
  .transform(({ view, trigger_id: triggerId }) => ({
    triggerId,
    externalRef: view.external_ref,
    url: view.entity_url ?? '',
    text: typed.parse(view.state.values['comment_input_block']?.['comment_input_action']),
  }))

const deleted = acted.extend({ container: z.looseObject({ type: z.literal('entity_comment') }) })

/** `later` updates the side panel after Slack got its answer. */
interface PaneAction {
  right: Right
  on: (deps: BotDeps, actor: Actor, body: unknown) => Promise<{ later: () => Promise<void> }>
}

/** The keys are Slack's action names. A comment is stored before Slack gets its answer. */
export const pane: Readonly<Record<'work-object-post-comment' | 'work-object-edit-comment', PaneAction>> = {
  'work-object-post-comment': {
    right: 'comment',
    on: async (deps, actor, body) => {
      const taken = await commentOnWorkObject(deps, actor, written.parse(body))
      return { later: () => taken.acknowledge() }
    },
  },
  'work-object-edit-comment': {
    right: 'nothing',
    on: (deps, _, body) => {
      const { trigger_id: triggerId } = acted.parse(body)
      return Promise.resolve({ later: () => refuseCommentChange(deps, triggerId, 'edit') })
    },
  },
}

export const addPane = (app: App, background: Background): void => {
  for (const [name, { on }] of Object.entries(pane))
    app.view(name, async ({ ack, body, context }) => {
      const actor = await actorInTime(context, body.user.id)
      const { later } = await on(depsIn(context), actor, body)
      await ack()
      background.run(later)
    })
  // Slack's own *Delete* has no action id of ours. No comment can be deleted.
  app.action({ type: 'block_actions' }, async ({ ack, body, context, next }) => {
    const { data } = deleted.safeParse(body)
    if (!data) return next()
    await ack()
    background.run(() => refuseCommentChange(depsIn(context), data.trigger_id, 'delete'))
  })
}
