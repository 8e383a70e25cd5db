import {
  anything,
  bool,
  byType,
  type Check,
  distinct,
  either,
  items,
  type Json,
  list,
  matching,
  object,
  oneOf,
  record,
  string,
  url,
  whole,
} from './check.ts'
import { richText } from './rich-text.ts'

/** Work Objects: docs.slack.dev/messaging/work-objects-implementation and -comments. */

const value = string(3_000)
const seconds = whole(1, 99_999_999_999)
const color = oneOf('red', 'yellow', 'green', 'gray', 'blue')
const externalRef = object({ id: string(255) })
const user = object(
  {},
  { user_id: matching(/^[UW]\w{1,20}$/), text: value },
  either(['user_id', 'text'], true),
)

const button = object(
  { text: string(75), action_id: string(255) },
  { value: string(2_000), url, style: oneOf('primary', 'danger'), accessibility_label: string(75) },
)

/** Only what this app sends: a type that is new here has to be looked up first. */
const kinds: Readonly<Record<string, (more: Readonly<Record<string, Check>>) => Check>> = {
  string: (more) => object({ value, ...more }, { tag_color: color, long: bool }),
  'slack#/types/date': (more) => object({ value: matching(/^\d{4}-\d\d-\d\d$/), ...more }),
  'slack#/types/user': (more) => object({ user, ...more }),
  'slack#/types/entity_ref': (more) =>
    object({
      entity_ref: object(
        { entity_url: url, external_ref: externalRef },
        { title: value, display_type: value },
      ),
      ...more,
    }),
}
const fields = (more: Readonly<Record<string, Check>> = {}): Check =>
  byType(Object.fromEntries(Object.entries(kinds).map(([type, made]) => [type, made(more)])))
const custom = fields({ key: string(255), label: string(255) })
const words = object({ value }, { tag_color: color, long: bool })

const payload = (known: Readonly<Record<string, Check>> | undefined): Check =>
  object(
    {
      attributes: object(
        { title: object({ text: value }) },
        { display_type: value, product_name: value, metadata_last_modified: seconds },
      ),
    },
    {
      ...(known && { fields: object({}, known) }),
      custom_fields: list(custom, 0, 100),
      display_order: list(string(255), 0, 100),
      actions: object({}, { primary_actions: list(button, 0, 2), overflow_actions: list(button, 0, 5) }),
    },
    (path, given) => {
      const keys = items(path, given['custom_fields'] ?? []).map((field) => record(path, field)['key'])
      distinct(`${path}.custom_fields`, 'key', [...keys, ...Object.keys(record(path, given['fields'] ?? {}))])
    },
  )

const inTask = { status: words, description: words, assignee: fields(), due_date: fields() }
/** The general entity has no fields of Slack's own. */
const payloads: Readonly<Record<string, Check>> = {
  'slack#/entities/task': payload(inTask),
  'slack#/entities/item': payload(undefined),
}

export const workObject =
  (inPane: boolean): Check =>
  (path, given) => {
    const type = String(record(path, given)['entity_type'])
    object(
      {
        url,
        external_ref: externalRef,
        entity_type: oneOf(...Object.keys(payloads)),
        entity_payload: payloads[type] ?? anything,
        ...(!inPane && { app_unfurl_url: url }),
      },
      { entity_comments: object({ count: whole(0, 1_000_000) }, { latest_timestamp: seconds }) },
    )(path, given)
  }

export const paneComment = object(
  { id: string(255), sender: user, timestamp: seconds, comment: object({ blocks: list(richText, 1, 1) }) },
  {
    url,
    last_edit_ts: seconds,
    can_edit: bool,
    can_delete: bool,
    can_reply: bool,
    thread_root_id: string(255),
  },
)

const failure = object(
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
  { custom_title: string(255), custom_message: string(3_000) },
)

/** Forms carry objects as JSON. */
const parsed = (given: unknown): unknown =>
  typeof given === 'string' ? (JSON.parse(given) as unknown) : given

export const presentDetails = ({ metadata, error }: Json): void => {
  if (error === undefined) workObject(true)('metadata', parsed(metadata))
  else failure('error', parsed(error))
}

export const presentComments = ({ comments, error }: Json): void => {
  list(paneComment, 0, 100)('comments', parsed(comments))
  if (error !== undefined) string(3_000)('error', error)
}

export const acknowledgeComment = ({ comment, error }: Json): void => {
  if (error === undefined) paneComment('comment', parsed(comment))
  else string(3_000)('error', error)
}

export const cards = (metadata: unknown): void => {
  if (metadata === undefined) return
  const { entities } = record('metadata', parsed(metadata))
  list(workObject(false), 1, 10)('metadata.entities', entities)
}
