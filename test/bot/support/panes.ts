import { randomUUID } from 'node:crypto'
import { validateFailure, validatePane } from '../../../src/playground/block-kit/work-objects.ts'
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
}
type Told = {
  trigger_id: string
  metadata?: Entity
  error?: { status: string; custom_message: string }
}

const shown = ({ value, user, entity_ref: ref }: Field): string | undefined =>
  value ?? user?.text ?? user?.user_id ?? ref?.title

/** The pane as a person reads it. */
export const linesOf = ({ entity_payload: { attributes, fields = {}, custom_fields, actions } }: Entity) => [
  attributes.title.text,
  ...custom_fields.map((field) => `${field.label}: ${shown(field)}`),
  ...Object.entries(fields).map(([key, field]) => `${key}: ${shown(field)}`),
  ...actions.primary_actions.map(({ text, url }) => `[${text}]${url ? ` ${url}` : ''}`),
]
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
    press: async (container: Json, action: Json) => {
      const trigger_id = randomUUID()
      const actions = [{ type: 'button', block_id: 'b', action_ts: '1', ...action }]
      await running.interaction({ type: 'block_actions', trigger_id, container, actions })
      return trigger_id
    },
  }
}
