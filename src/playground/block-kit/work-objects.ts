import { slackLimits as limits } from '../../slack-limits.ts'
import { actionId, personId, style } from './objects.ts'
import {
  also,
  anything,
  boolean,
  byType,
  type Check,
  either,
  type Fields,
  integer,
  isObject,
  list,
  listOf,
  matching,
  oneOf,
  problemsOf,
  repeated,
  type Rule,
  shape,
  text,
  url,
} from './rules.ts'

/**
 * Work Objects: https://docs.slack.dev/messaging/work-objects-implementation, with the fields that this
 * app sends. Look up a missing one first.
 */

const id = text(limits.id)
const value = text(limits.entityValue)
const seconds = integer(1, 99_999_999_999)

const day = matching(/^\d{4}-\d{2}-\d{2}$/, 'must be a date')
const color = oneOf('red', 'yellow', 'green', 'gray', 'blue')
const externalRef = shape({ id })

/** Exactly one way to identify a person. */
const user = also(shape({}, { user_id: personId, text: value }), either(['user_id', 'text'], 'one'))

const entityRef = shape({ entity_url: url, external_ref: externalRef }, { title: value, display_type: value })

const shown = { tag_color: color, long: boolean }

const fieldWith = (more: Fields): Rule =>
  byType({
    string: shape({ value, ...more }, shown),
    'slack#/types/date': shape({ value: day, ...more }),
    'slack#/types/user': shape({ user, ...more }),
    'slack#/types/entity_ref': shape({ entity_ref: entityRef, ...more }),
  })

const field = fieldWith({})
const words = shape({ value }, shown)

/** Slack's named fields, by entity. Everything else is a custom field. */
const namedFields: Readonly<Record<string, Fields>> = {
  'slack#/entities/task': {
    fields: shape({}, { status: words, description: words, assignee: field, due_date: field }),
  },
  'slack#/entities/item': {},
}

const button = shape(
  { text: text(limits.buttonText), action_id: actionId },
  { value: text(limits.value), url, style, accessibility_label: text(limits.accessibilityLabel) },
)

const attributes = shape(
  { title: shape({ text: value }) },
  { display_type: value, product_name: value, metadata_last_modified: seconds },
)

/** Keys are unique, and the order names only existing ones. */
const keyed: Check = (payload, pointer, report) => {
  const names = isObject(payload['fields']) ? Object.keys(payload['fields']) : []
  const custom = listOf(payload['custom_fields']).filter(isObject)
  const keys = [...names, ...custom.map((field) => field['key'])]
  for (const [, key] of repeated(keys))
    report(`key already exists: ${String(key)}`, `${pointer}/custom_fields`)
  for (const key of listOf(payload['display_order']))
    if (!keys.includes(key)) report(`no such field: ${String(key)}`, `${pointer}/display_order`)
}

const payload = (fields: Fields): Rule =>
  also(
    shape(
      { attributes },
      {
        ...fields,
        custom_fields: list(fieldWith({ key: id, label: id }), limits.customFields, 0),
        display_order: list(id, limits.customFields, 0),
        actions: shape(
          {},
          {
            primary_actions: list(button, limits.primaryActions, 0),
            overflow_actions: list(button, limits.overflowActions, 0),
          },
        ),
      },
    ),
    keyed,
  )

const entity =
  (where: 'card' | 'pane'): Rule =>
  (value, pointer, report) => {
    const type = isObject(value) ? value['entity_type'] : undefined
    const fields =
      typeof type === 'string' && Object.hasOwn(namedFields, type) ? namedFields[type] : undefined
    if (fields === undefined) return report('must be a valid enum value', `${pointer}/entity_type`)
    const required = {
      url,
      external_ref: externalRef,
      entity_type: id,
      entity_payload: payload(fields),
      ...(where === 'card' && { app_unfurl_url: url }),
    }
    return shape(required)(value, pointer, report)
  }

const statuses = [
  'restricted',
  'internal_error',
  'not_found',
  'custom',
  'custom_partial_view',
  'timeout',
  'edit_error',
]
const failure = shape({ status: oneOf(...statuses) }, { custom_message: value, custom_title: id })

/** Why Slack would refuse a card or a pane, as in `response_metadata.messages`. Empty if it accepts it. */
export const validateCard = (card: unknown): string[] => problemsOf(entity('card'), card)
export const validatePane = (pane: unknown): string[] => problemsOf(entity('pane'), pane)

/** The cards of one `chat.unfurl`. */
export const validateCards = (cards: unknown): string[] => [
  ...problemsOf(list(anything, limits.cards), cards, '/entities'),
  ...listOf(cards).flatMap(validateCard),
]
/** Why Slack would refuse an error, which says why a pane stays empty. */
export const validateFailure = (error: unknown): string[] => problemsOf(failure, error)
