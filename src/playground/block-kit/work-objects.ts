import type { Json } from '../workspace/types.ts'
import { actionId } from './objects.ts'
import {
  anything,
  boolean,
  byType,
  either,
  type Fields,
  integer,
  isObject,
  list,
  matching,
  oneOf,
  type Report,
  type Rule,
  shape,
  text,
  url,
} from './rules.ts'
import { validateBlocks } from './validate.ts'

/** Work Objects: https://docs.slack.dev/messaging/work-objects-implementation. Where no limit is published, Block Kit's for the like. */

const seconds = integer(0, 99_999_999_999)
const value = text(3_000)
const day = matching(/^\d{4}-\d{2}-\d{2}$/, 'must be a date')
const color = oneOf('red', 'yellow', 'green', 'gray', 'blue')
const icon = either(
  ['url', 'slack_file'],
  shape({ alt_text: text(2_000) }, { url, slack_file: anything }),
  true,
)
const externalRef = shape({ id: text(255) })

/** One way to know a person, never two. */
const user = either(
  ['user_id', 'text'],
  shape(
    {},
    { user_id: matching(/^[UW][A-Z0-9]+$/, 'must be a user id'), text: value, url, email: value, icon },
  ),
  true,
)

const entityRef = shape(
  { entity_url: url, external_ref: externalRef },
  { title: value, display_type: value, icon },
)

const stringField = { value, tag_color: color, icon, link: url, format: oneOf('markdown'), long: boolean }
const inField = (fields: Fields): Rule =>
  shape({}, { ...fields, label: text(255), key: text(255), edit: anything })
const types: Fields = {
  string: inField(stringField),
  integer: inField({ value: integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER) }),
  boolean: inField({ value: boolean, boolean: anything }),
  array: inField({ value: list(anything, 100, 0), item_type: value }),
  'slack#/types/date': inField({ value: day, link: url }),
  'slack#/types/timestamp': inField({ value: seconds, link: url }),
  'slack#/types/user': inField({ user }),
  'slack#/types/entity_ref': inField({ entity_ref: entityRef }),
  'slack#/types/channel_id': inField({ value }),
  'slack#/types/image': inField({
    image_url: url,
    slack_file: anything,
    alt_text: text(2_000),
    title: value,
  }),
  'slack#/types/link': inField({ value: url }),
  'slack#/types/email': inField({ value }),
}

const needs: Readonly<Record<string, string>> = {
  'slack#/types/user': 'user',
  'slack#/types/entity_ref': 'entity_ref',
  'slack#/types/image': 'alt_text',
}

const typed: Rule = (field, pointer, report) => {
  byType(types)(field, pointer, report)
  if (!isObject(field)) return
  const name = needs[String(field['type'])] ?? 'value'
  if (field[name] === undefined) report(`missing required field: ${name}`, pointer)
}

const customField: Rule = (field, pointer, report) => {
  typed(field, pointer, report)
  if (!isObject(field)) return
  for (const name of ['key', 'label'])
    if (field[name] === undefined) report(`missing required field: ${name}`, pointer)
}

const words = shape({ value }, { ...stringField, label: text(255), edit: anything })
const moment = shape({ value: seconds }, { label: text(255), edit: anything })

/** The fields Slack knows by name, by entity; what else is to be said are custom fields. */
const known: Readonly<Record<string, Fields>> = {
  'slack#/entities/task': {
    description: words,
    created_by: typed,
    date_created: moment,
    date_updated: moment,
    assignee: typed,
    status: words,
    due_date: typed,
    priority: words,
  },
  'slack#/entities/item': {},
}

const button = shape(
  { text: text(75), action_id: actionId },
  {
    value: text(2_000),
    style: oneOf('primary', 'danger'),
    url,
    accessibility_label: text(75),
    processing_state: anything,
  },
)

const attributes = shape(
  { title: shape({ text: text(3_000) }, { edit: anything }) },
  {
    display_type: text(255),
    display_id: text(255),
    product_name: text(255),
    product_icon: icon,
    full_size_preview: anything,
    metadata_last_modified: seconds,
    locale: text(20),
  },
)

const payload = (fields: Fields): Rule =>
  shape(
    { attributes },
    {
      fields: shape({}, fields),
      custom_fields: list(customField, 100, 0),
      display_order: list(text(255), 100, 0),
      actions: shape({}, { primary_actions: list(button, 2, 0), overflow_actions: list(button, 5, 0) }),
    },
  )

const keysOf = (entity: Json): ReadonlySet<unknown> => {
  const inner = isObject(entity['entity_payload']) ? entity['entity_payload'] : {}
  const custom = Array.isArray(inner['custom_fields']) ? (inner['custom_fields'] as unknown[]) : []
  return new Set([
    ...Object.keys(isObject(inner['fields']) ? inner['fields'] : {}),
    ...custom.filter(isObject).map((field) => field['key']),
  ])
}

const ordered = (entity: Json, pointer: string, report: Report) => {
  const inner = isObject(entity['entity_payload']) ? entity['entity_payload'] : {}
  const order = Array.isArray(inner['display_order']) ? (inner['display_order'] as unknown[]) : []
  const keys = keysOf(entity)
  for (const key of order)
    if (!keys.has(key)) report(`no such field: ${String(key)}`, `${pointer}/entity_payload/display_order`)
}

const entityOf =
  (where: 'card' | 'pane'): Rule =>
  (entity, pointer, report) => {
    const type = isObject(entity) ? String(entity['entity_type']) : ''
    const fields = Object.hasOwn(known, type) ? known[type] : undefined
    if (fields === undefined) return report('must be a valid enum value', `${pointer}/entity_type`)
    const required = {
      url,
      external_ref: externalRef,
      entity_type: text(255),
      entity_payload: payload(fields),
      ...(where === 'card' && { app_unfurl_url: url }),
    }
    const comments = shape({ count: integer(0, 1_000_000) }, { latest_timestamp: seconds })
    shape(required, { entity_comments: comments })(entity, pointer, report)
    return isObject(entity) ? ordered(entity, pointer, report) : undefined
  }

const body: Rule = (given, pointer, report) => {
  either(['blocks', 'value'], shape({}, { blocks: anything, value, format: oneOf('markdown') }), true)(
    given,
    pointer,
    report,
  )
  const blocks = isObject(given) ? given['blocks'] : undefined
  if (blocks === undefined) return
  const one = Array.isArray(blocks) && blocks.length === 1 ? (blocks as unknown[])[0] : undefined
  if (!isObject(one) || one['type'] !== 'rich_text')
    return report('must be one rich_text block', `${pointer}/blocks`)
  for (const problem of validateBlocks([one], 'message')) report(problem, `${pointer}/blocks`)
}

const comment = shape(
  { id: text(255), sender: user, timestamp: seconds, comment: body },
  {
    url,
    cursor: text(3_000),
    last_edit_ts: seconds,
    can_edit: boolean,
    can_delete: boolean,
    can_reply: boolean,
    reply_count: integer(0, 1_000_000),
    reply_users: list(user, 2, 0),
    latest_reply_ts: seconds,
    thread_root_id: text(255),
  },
)

const failure = shape(
  {
    status: oneOf(
      'restricted',
      'internal_error',
      'not_found',
      'custom',
      'custom_partial_view',
      'timeout',
      'edit_error',
    ),
  },
  {
    custom_message: text(3_000),
    custom_title: text(255),
    message_format: oneOf('markdown'),
    actions: list(button, 5, 0),
  },
)

const checked =
  (rule: Rule) =>
  (given: unknown): string[] => {
    const problems: string[] = []
    rule(given, '', (problem, pointer) => problems.push(`[ERROR] ${problem} [json-pointer:${pointer}]`))
    return problems
  }

/** What Slack would refuse, in the form of `response_metadata.messages`; empty when nothing. */
export const validateCard = checked(entityOf('card'))
export const validatePane = checked(entityOf('pane'))
export const validateComment = checked(comment)
export const validateFailure = checked(failure)
