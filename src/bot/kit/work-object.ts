import { entered } from '../../contract/text.ts'
import type { EntityActionButton, EntityCustomField, EntityMetadata } from '@slack/types'
import { saysCompleted } from '../../contract/task.ts'
import { type ActionName, actions } from './ids.ts'
import { slackLimits } from '../../slack-limits.ts'
import { cut, isUrl, oneLine, isoDay } from './text.ts'

export interface WorkObjectPerson {
  name: string
  slackId?: string | undefined
}

/** Slack documents no limits for values and titles, so these are Block Kit's for similar texts. */
const valueMax = 500
const titleMax = 300

/** One line of literal text: Slack reads no markup in a field without `format`. */
export const words = (text: string, max = valueMax): string => {
  const shown = entered(cut(oneLine(text.slice(0, 4 * max)), max))
  return shown === '' ? '–' : shown
}

type TagColor = 'red' | 'yellow' | 'green' | 'gray' | 'blue'

/** The field always shows the word too, so color is not the only signal. */
export const statusColor = (status: string): TagColor =>
  saysCompleted(status) ? 'green' : /progress|active/i.test(status) ? 'blue' : 'gray'

export const text = (key: string, label: string, value: string | undefined, color?: TagColor) =>
  value === undefined
    ? undefined
    : { key, label, type: 'string', value: words(value), ...(color && { tag_color: color }) }

/** Slack formats a calendar day in the reader's language. */
export const date = (key: string, label: string, value: string | undefined) => {
  const day = isoDay(value)
  return day === undefined ? undefined : { key, label, type: 'slack#/types/date', value: day }
}

export const person = ({ name, slackId }: WorkObjectPerson) =>
  slackId === undefined ? { text: words(name) } : { user_id: slackId }

export const personField = (
  key: string,
  label: string,
  who: WorkObjectPerson | undefined,
): EntityCustomField | undefined => who && { key, label, type: 'slack#/types/user', user: person(who) }

export const actionOf = (facts: {
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

/** Undefined if Slack would refuse the URL. */
export const openAction = (url: string | undefined, name: string): EntityActionButton | undefined =>
  isUrl(url)
    ? { ...actionOf({ action: actions.open, text: 'Open', label: `Open ${name} in the tracker` }), url }
    : undefined

/** For `chat.unfurl` and `entity.presentDetails`. */
export type WorkObject = EntityMetadata

export interface PaneRefusal {
  status: 'not_found' | 'restricted' | 'custom' | 'internal_error'
  title: string
  message: string
}

/** Slack may refresh all cards of a reference with anyone's details, so outsiders get another reference. */
export interface WorkObjectRef {
  kind: 'project' | 'task'
  uuid: string
  /** For readers of another organization: uses the portal's URL, without internal facts. */
  portal: boolean
}

const portalMark = 'portal-'
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const externalRef = ({ kind, uuid, portal }: WorkObjectRef) => ({
  id: portal ? `${portalMark}${uuid}` : uuid,
  type: kind,
})

/** Undefined for a reference that this app did not create. */
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

const defined = <T>(all: readonly (T | undefined)[]): T[] => all.filter((one) => one !== undefined)

interface WorkObjectFacts {
  ref: WorkObjectRef
  url: string
  /** The link as it was posted. Only for a card. */
  postedUrl?: string | undefined
  name: string
  type: WorkObject['entity_type']
  displayType: string
  fields?: WorkObject['entity_payload']['fields']
  customFields: readonly (EntityCustomField | undefined)[]
  /** Default: the order of the custom fields. */
  order?: readonly string[]
  buttons: readonly (EntityActionButton | undefined)[]
  /** When the facts were read, in ms. Slack keeps the newer ones. */
  asOf: number
}

export const workObject = (facts: WorkObjectFacts): WorkObject => {
  const { ref, url, postedUrl, fields } = facts
  const custom = defined(facts.customFields)
  const keys = new Set([...custom.map(({ key }) => key), ...Object.keys(fields ?? {})])
  return {
    ...(postedUrl !== undefined && { app_unfurl_url: postedUrl }),
    url,
    external_ref: externalRef(ref),
    entity_type: facts.type,
    entity_payload: {
      attributes: {
        title: { text: words(facts.name, titleMax) },
        display_type: facts.displayType,
        product_name: 'Onboarding',
        metadata_last_modified: Math.floor(facts.asOf / 1_000),
      },
      ...(fields && { fields }),
      custom_fields: custom,
      display_order: facts.order?.filter((key) => keys.has(key)) ?? [...keys],
      actions: { primary_actions: defined(facts.buttons) },
    },
  }
}

export type WhyNoPane = 'missing' | 'hidden' | 'away' | 'broken'

/** Shown in an otherwise empty side panel: what happened, and what to do. */
export const workObjectRefusal = ({
  why,
  what,
  reference = 'in the log',
}: {
  why: WhyNoPane
  what: 'project' | 'task'
  reference?: string | undefined
}): PaneRefusal => {
  const refusals: Readonly<Record<WhyNoPane, PaneRefusal>> = {
    missing: {
      status: 'not_found',
      title: `The tracker has no such ${what}`,
      message: 'It may have been deleted or moved. Open the link to see what the tracker says.',
    },
    hidden: {
      status: 'restricted',
      title: 'Not for this channel',
      // Guests and people of other organizations read it, too.
      message: `The ${what} isn’t shown here. Open the link, or ask the project’s owner.`,
    },
    away: {
      status: 'custom',
      title: 'The tracker isn’t responding',
      message: `The ${what} can’t be shown right now. Try again in a minute, or open the link.`,
    },
    broken: {
      status: 'internal_error',
      title: 'Something went wrong',
      message: `Try again. If it keeps happening, give your admin the reference ${reference}.`,
    },
  }
  return refusals[why]
}
