import type { EntityActionButton, EntityCustomField, EntityMetadata } from '@slack/types'
import { words } from './fields.ts'

/** For `chat.unfurl` and `entity.presentDetails`. */
export type WorkObject = EntityMetadata

export interface PaneRefusal {
  status: 'not_found' | 'restricted' | 'custom' | 'internal_error'
  title: string
  message: string
}

/** Slack may refresh all cards of a reference with anyone's details, so outsiders get their own. */
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

/** Slack documents no limit for a title, so this uses Block Kit's limit for similar texts. */
const titleMax = 300

const present = <T>(all: readonly (T | undefined)[]): T[] => all.filter((one) => one !== undefined)

interface Whole {
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

export const workObject = (whole: Whole): WorkObject => {
  const { ref, url, postedUrl, fields } = whole
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
      display_order: whole.order?.filter((key) => there.has(key)) ?? [...there],
      actions: { primary_actions: present(whole.buttons) },
    },
  }
}
