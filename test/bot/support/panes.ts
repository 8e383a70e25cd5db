import { randomUUID } from 'node:crypto'
import {
  validateComment,
  validateFailure,
  validatePane,
} from '../../../src/playground/block-kit/work-objects.ts'
import { channel, dana, type RunningTestBot } from './running-bot.ts'
import { project, taskUuid } from './stand-in-tracker.ts'

type Json = Record<string, unknown>

/** Of another organization. */
export const casey = 'U0CASEY'
export const internal = project.internal_project_url
export const taskLink = `${internal}#task-${taskUuid}`
export const portalLink = `${project.portal_project_url}#task-${taskUuid}`
/** Slack's external references. */
export const task = { id: taskUuid, type: 'task' }
export const portalTask = { id: `portal-${taskUuid}`, type: 'task' }
export const projectRef = { id: project.uuid, type: 'project' }

/** From now on people of another organization read the channel. */
export const shareChannel = (running: RunningTestBot) => {
  running.slack.shared.add(channel)
  running.bot.deps.slack.forgetChannel(channel)
}

const parsed = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
const read = (args: Json): Json =>
  Object.fromEntries(Object.entries(args).map(([name, value]) => [name, parsed(value)]))

interface Field {
  key?: string
  label?: string
  value?: string
  user?: { text?: string; user_id?: string }
  entity_ref?: { title: string; entity_url: string }
}
export interface Entity {
  url: string
  external_ref: { id: string; type: string }
  app_unfurl_url?: string
  entity_type: string
  entity_payload: {
    attributes: { title: { text: string } }
    fields?: Record<string, Field>
    custom_fields: Field[]
    actions: { primary_actions: { text: string; action_id: string; url?: string; value?: string }[] }
  }
  entity_comments?: { count: number; latest_timestamp?: number }
}
interface Comment {
  id: string
  sender: { text?: string; user_id?: string }
  comment: { blocks: { elements: { elements: { text: string }[] }[] }[] }
}
type Told = {
  trigger_id: string
  metadata?: Entity
  error?: { status: string; custom_message: string }
}

/** What a field shows. */
const shown = ({ value, user, entity_ref: ref }: Field): string | undefined =>
  value ?? user?.text ?? user?.user_id ?? ref?.title

/** The pane as a person reads it. */
export const linesOf = ({ entity_payload: { attributes, fields = {}, custom_fields, actions } }: Entity) => [
  attributes.title.text,
  ...custom_fields.map((field) => `${field.label}: ${shown(field)}`),
  ...Object.entries(fields).map(([key, field]) => `${key}: ${shown(field)}`),
  ...actions.primary_actions.map(({ text, url }) => `[${text}]${url ? ` ${url}` : ''}`),
]
const wordsOf = ({ comment }: Comment): string =>
  comment.blocks
    .flatMap(({ elements }) =>
      elements.map((part) =>
        part.elements
          .map(({ text }) => text)
          .join('')
          .trim(),
      ),
    )
    .join('\n')

const none = (problems: string[]) => {
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

/** Slack's side of the pane beside a Work Object: what people do there, and what they are shown. */
export const panes = (running: RunningTestBot) => {
  const calls = (method: string) => running.slack.made(method).map(read)
  const taken = (method: string, trigger: string) =>
    calls(method).filter(({ trigger_id: id }) => id === trigger)

  const ask = async (type: string, ref: object | undefined, facts: Json): Promise<string> => {
    const trigger = randomUUID()
    await running.slackEvent({
      type,
      user: dana,
      trigger_id: trigger,
      event_ts: '1763800000.000200',
      ...(ref && { external_ref: ref }),
      ...facts,
    })
    return trigger
  }
  const answer = (method: string, trigger: string, which = 0) =>
    running.until(() => {
      const found = taken(method, trigger)[which]
      if (!found) throw new Error(`${method} was not called`)
      return found
    })
  return {
    calls,
    taken,
    ask,
    answer,
    /** Opens the pane; what stands in it, or the `which`-th that came. */
    open: async (ref: object | undefined, facts: Json = {}, which = 0): Promise<Told> => {
      const trigger = await ask('entity_details_requested', ref, { channel, ...facts })
      const told = (await answer('entity.presentDetails', trigger, which)) as unknown as Told
      none(told.metadata ? validatePane(told.metadata) : validateFailure(told.error))
      return told
    },
    comments: async (ref: object, facts: Json = {}) => {
      const trigger = await ask('entity_comments_requested', ref, facts)
      const told = (await answer('entity.presentComments', trigger)) as unknown as {
        comments: Comment[]
        cursor?: string
        can_post_comment: boolean
        error?: string
      }
      none(told.comments.flatMap(validateComment))
      const canPost = String(told.can_post_comment) === 'true'
      return {
        ...told,
        canPost,
        said: told.comments.map((one) => `${one.sender.user_id ?? one.sender.text}: ${wordsOf(one)}`),
      }
    },
    /** Writes a comment in the pane. */
    write: async (
      ref: object,
      text: string,
      { trigger = randomUUID(), user = dana, callback = 'work-object-post-comment', container = {} } = {},
    ) => {
      const rich = {
        type: 'rich_text',
        elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
      }
      const payload = {
        type: 'view_submission',
        user: { id: user, team_id: 'T1' },
        team: { id: 'T1' },
        api_app_id: 'A1',
        trigger_id: trigger,
        container: { type: 'entity_comment', ...container },
        view: {
          id: 'V1',
          type: 'entity_comment',
          callback_id: callback,
          external_id: '',
          private_metadata: '',
          external_ref: ref,
          blocks: [],
          state: {
            values: {
              comment_input_block: {
                comment_input_action: { type: 'rich_text_input', rich_text_value: rich },
              },
            },
          },
        },
      }
      const form = new URLSearchParams({ payload: JSON.stringify(payload) })
      const response = await running.signed(form.toString(), 'application/x-www-form-urlencoded')
      return { trigger, status: response.status }
    },
    acknowledged: async (trigger: string) => {
      const told = (await answer('entity.acknowledgeCommentAction', trigger)) as unknown as {
        comment?: Comment
        error?: string
      }
      if (told.comment) none(validateComment(told.comment))
      return told
    },
    press: (container: Json, action: Json) => {
      const payload = {
        type: 'block_actions',
        user: { id: dana, team_id: 'T1' },
        team: { id: 'T1' },
        api_app_id: 'A1',
        trigger_id: randomUUID(),
        container,
        actions: [{ type: 'button', block_id: 'b', action_ts: '1', ...action }],
      }
      const form = new URLSearchParams({ payload: JSON.stringify(payload) })
      return running
        .signed(form.toString(), 'application/x-www-form-urlencoded')
        .then(() => payload.trigger_id)
    },
  }
}
