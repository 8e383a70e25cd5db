import {
  anything,
  bool,
  type Check,
  either,
  fail,
  type Json,
  list,
  matching,
  object,
  oneOf,
  string,
  url,
  whole,
} from './check.ts'
import {
  choices,
  confirm,
  initialAmongOptions,
  linkedOption,
  markedOption,
  option,
  plain,
} from './objects.ts'

/** Block elements: docs.slack.dev/reference/block-kit/block-elements */

const id = { action_id: string(255) }
const asked = { ...id, confirm, focus_on_load: bool }
const menu = { ...asked, placeholder: plain(150) }
const severalOf = { ...menu, max_selected_items: whole(1, 100) }

export const image = object(
  { alt_text: string(2_000) },
  { image_url: url, slack_file: anything },
  either(['image_url', 'slack_file'], true),
)

const button = object(
  { text: plain(75), ...id },
  {
    confirm,
    value: string(2_000, 0),
    url,
    style: oneOf('primary', 'danger'),
    accessibility_label: string(75),
  },
)

const overflow = object({ ...id, options: list(linkedOption, 1, 5) }, { confirm })

const listed = (path: string, element: Json) => {
  either(['options', 'option_groups'], true)(path, element)
  initialAmongOptions(path, element)
}
const conversations = {
  default_to_current_conversation: bool,
  response_url_enabled: bool,
  filter: object(
    {},
    {
      include: list(oneOf('im', 'mpim', 'private', 'public'), 1, 4),
      exclude_external_shared_channels: bool,
      exclude_bot_users: bool,
    },
  ),
}
const queried = { min_query_length: whole(0, 100) }

const oneFrom: Record<string, Check> = {
  static_select: object(id, { ...menu, ...choices, initial_option: option }, listed),
  external_select: object(id, { ...menu, ...queried, initial_option: option }),
  users_select: object(id, { ...menu, initial_user: string(30) }),
  conversations_select: object(id, { ...menu, ...conversations, initial_conversation: string(30) }),
  channels_select: object(id, { ...menu, initial_channel: string(30), response_url_enabled: bool }),
}

/** No more are chosen at first than may be chosen. */
const notTooMany = (path: string, element: Json) => {
  const { max_selected_items: most, initial_options: chosen } = element
  if (typeof most === 'number' && Array.isArray(chosen) && chosen.length > most)
    fail(`${path}.initial_options`, `${chosen.length} are chosen of at most ${most}`)
}

const severalFrom: Record<string, Check> = {
  multi_static_select: object(
    id,
    { ...severalOf, ...choices, initial_options: list(option, 1, 100) },
    listed,
  ),
  multi_external_select: object(
    id,
    {
      ...severalOf,
      ...queried,
      initial_options: list(option, 1, 100),
    },
    notTooMany,
  ),
  multi_users_select: object(id, { ...severalOf, initial_users: list(string(30), 1, 100) }),
  multi_conversations_select: object(id, {
    ...severalOf,
    ...conversations,
    initial_conversations: list(string(30), 1, 100),
  }),
  multi_channels_select: object(id, { ...severalOf, initial_channels: list(string(30), 1, 100) }),
}

const ticked: Record<string, Check> = {
  checkboxes: object(
    { ...id, options: list(markedOption, 1, 10) },
    { ...asked, initial_options: list(markedOption, 1, 10) },
    initialAmongOptions,
  ),
  radio_buttons: object(
    { ...id, options: list(markedOption, 1, 10) },
    { ...asked, initial_option: markedOption },
    initialAmongOptions,
  ),
  datepicker: object(id, { ...menu, initial_date: matching(/^\d{4}-\d\d-\d\d$/) }),
  timepicker: object(id, {
    ...menu,
    initial_time: matching(/^([01]\d|2[0-3]):[0-5]\d$/),
    timezone: string(100),
  }),
}

const typed = {
  ...id,
  placeholder: plain(150),
  focus_on_load: bool,
  dispatch_action_config: anything,
}
const number = matching(/^-?\d+(\.\d+)?$/)

const withinItsLength = (path: string, { initial_value: initial, max_length: most }: Json) => {
  if (typeof initial === 'string' && typeof most === 'number' && initial.length > most)
    fail(`${path}.initial_value`, `is longer than max_length, ${most}`)
}
const wholeWhereAsked = (path: string, element: Json) => {
  const { is_decimal_allowed: decimal, initial_value: initial } = element
  if (decimal === false && typeof initial === 'string' && initial.includes('.'))
    fail(`${path}.initial_value`, 'is not whole')
}

const written: Record<string, Check> = {
  plain_text_input: object(
    id,
    {
      ...typed,
      multiline: bool,
      initial_value: string(3_000, 0),
      min_length: whole(0, 3_000),
      max_length: whole(1, 3_000),
    },
    withinItsLength,
  ),
  email_text_input: object(id, { ...typed, initial_value: string(3_000, 0) }),
  url_text_input: object(id, { ...typed, initial_value: url }),
  number_input: object(
    { ...id, is_decimal_allowed: bool },
    { ...typed, initial_value: number, min_value: number, max_value: number },
    wholeWhereAsked,
  ),
  datetimepicker: object(id, { ...asked, initial_date_time: whole(1_000_000_000, 9_999_999_999) }),
}

export const inActions = { button, overflow, ...oneFrom, ...ticked }
export const inSection = { button, overflow, image, ...oneFrom, ...severalFrom, ...ticked }
export const inInput = { ...oneFrom, ...severalFrom, ...ticked, ...written }
