import type {
  EntityActionButton,
  EntityCustomField,
  EntityMetadata,
  EntityRefField,
  RichTextBlock,
} from '@slack/types'
import { type ActionName, actions } from '../kit/ids.ts'
import { cut, slackLimits } from '../kit/limits.ts'
import { isUrl, oneLine } from '../kit/spans.ts'

/** A Work Object as `chat.unfurl` and `entity.presentDetails` take it. @slack/types knows no `entity_comments`. */
export type WorkObject = EntityMetadata & {
  /** Present, also with 0: the pane offers a tab with comments. */
  entity_comments?: { count: number; latest_timestamp?: number }
}

/** Why a pane stays empty, in the words that stand there. */
export interface PaneRefusal {
  status: 'not_found' | 'restricted' | 'custom' | 'internal_error'
  title: string
  message: string
}

/** One comment in the pane: https://docs.slack.dev/messaging/work-objects-comments */
export interface PaneComment {
  id: string
  sender: { user_id: string } | { text: string }
  /** Unix seconds. */
  timestamp: number
  comment: { blocks: [RichTextBlock] }
  url?: string
  last_edit_ts?: number
  can_edit: boolean
  can_delete: boolean
  can_reply: boolean
  thread_root_id?: string
}

/** A person whom Slack knows, or a name. */
export interface WorkObjectPerson {
  name: string
  slackId?: string | undefined
}

/**
 * By which Slack knows the object, everywhere and for good. Slack may refresh every card of one reference with the
 * last details anybody was shown, so what those of another organization read has a reference of its own.
 */
export interface WorkObjectRef {
  kind: 'project' | 'task'
  uuid: string
  /** Made for readers of another organization: the portal's address, nothing internal. */
  portal: boolean
}

const portalMark = 'portal-'
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const externalRef = ({ kind, uuid, portal }: WorkObjectRef) => ({
  id: portal ? `${portalMark}${uuid}` : uuid,
  type: kind,
})

/** Undefined for a reference that is none of ours. */
export const readExternalRef = (ref: {
  id: string
  type?: string | undefined
}): WorkObjectRef | undefined => {
  const portal = ref.id.startsWith(portalMark)
  const uuid = portal ? ref.id.slice(portalMark.length) : ref.id
  const kind = ref.type
  if (!uuidPattern.test(uuid) || (kind !== 'project' && kind !== 'task')) return undefined
  return { kind, uuid, portal }
}

/** Slack publishes no limits for these; held to what Block Kit allows for the like. */
const titleMax = 300
const valueMax = 500

/** A value of one line, literal: Slack reads no markup in a field without `format`. */
export const words = (text: string, max = valueMax): string => {
  const shown = cut(oneLine(text.slice(0, 4 * max)), max).trim()
  return shown === '' ? '–' : shown
}

export type TagColor = 'red' | 'yellow' | 'green' | 'gray' | 'blue'

/** The colour stands beside the word, never for it. */
export const statusColor = (status: string): TagColor =>
  /complete|done/i.test(status) ? 'green' : /progress|active/i.test(status) ? 'blue' : 'gray'

type Custom = EntityCustomField

export const text = (key: string, label: string, value: string | undefined, color?: TagColor) =>
  value === undefined
    ? undefined
    : ({
        key,
        label,
        type: 'string',
        value: words(value),
        ...(color && { tag_color: color }),
      } satisfies Custom)

const isoDay = (date: string | undefined) =>
  date !== undefined && /^\d{4}-\d{2}-\d{2}/.test(date) ? date.slice(0, 10) : undefined

/** Slack writes out a calendar day in the reader's language. */
export const date = (key: string, label: string, value: string | undefined): Custom | undefined => {
  const day = isoDay(value)
  return day === undefined ? undefined : { key, label, type: 'slack#/types/date', value: day }
}

export const person = ({ name, slackId }: WorkObjectPerson) =>
  slackId === undefined ? { text: words(name) } : { user_id: slackId }

export const personField = (key: string, label: string, who: WorkObjectPerson | undefined) =>
  who === undefined
    ? undefined
    : ({ key, label, type: 'slack#/types/user', user: person(who) } satisfies Custom)

export const entityField = (key: string, label: string, ref: EntityRefField | undefined) =>
  ref === undefined
    ? undefined
    : ({ key, label, type: 'slack#/types/entity_ref', entity_ref: ref } satisfies Custom)

export const present = <T>(all: readonly (T | undefined)[]): T[] => all.filter((one) => one !== undefined)

export const actionButton = (facts: {
  action: ActionName
  text: string
  value?: string
  label: string
  style?: 'primary'
}): EntityActionButton => ({
  text: facts.text,
  action_id: facts.action,
  ...(facts.value !== undefined && { value: facts.value }),
  ...(facts.style && { style: facts.style }),
  accessibility_label: cut(oneLine(facts.label.slice(0, 1_000)), slackLimits.accessibilityLabel),
})

/** *Open*; undefined where there is no address that Slack would take. */
export const openButton = (url: string | undefined, name: string): EntityActionButton | undefined =>
  isUrl(url)
    ? { ...actionButton({ action: actions.open, text: 'Open', label: `Open ${name} in the tracker` }), url }
    : undefined

interface Whole {
  ref: WorkObjectRef
  /** Where the readers find it in the tracker. */
  url: string
  /** The link as it was posted; for a card alone. */
  postedUrl?: string | undefined
  name: string
  type: WorkObject['entity_type']
  displayType: string
  fields?: WorkObject['entity_payload']['fields']
  customFields: readonly (Custom | undefined)[]
  order: readonly string[]
  buttons: readonly (EntityActionButton | undefined)[]
  comments?: { count: number; latestAt: number | undefined } | undefined
  /** When these facts were true, in ms: Slack keeps the newer ones. */
  asOf: number
}

export const workObject = (whole: Whole): WorkObject => {
  const { ref, url, postedUrl, comments, fields } = whole
  const custom = present(whole.customFields)
  const there = new Set([...custom.map(({ key }) => key), ...Object.keys(fields ?? {})])
  return {
    ...(postedUrl !== undefined && { app_unfurl_url: postedUrl }),
    url,
    external_ref: externalRef(ref),
    entity_type: whole.type,
    entity_payload: {
      attributes: {
        title: { text: words(whole.name, titleMax) },
        display_type: whole.displayType,
        product_name: 'Onboarding',
        metadata_last_modified: Math.floor(whole.asOf / 1_000),
      },
      ...(fields && { fields }),
      custom_fields: custom,
      display_order: whole.order.filter((key) => there.has(key)),
      actions: { primary_actions: present(whole.buttons) },
    },
    ...(comments && {
      entity_comments: {
        count: comments.count,
        ...(comments.latestAt !== undefined && { latest_timestamp: Math.floor(comments.latestAt / 1_000) }),
      },
    }),
  }
}
