import {
  actionId,
  confirm,
  menuOption,
  option,
  optionGroup,
  plain,
  richOption,
  withOptions,
} from './objects.ts'
import {
  anything,
  boolean,
  either,
  integer,
  list,
  matching,
  oneOf,
  shape,
  text,
  url,
  type Fields,
} from './rules.ts'

/** Block elements with their published limits: https://docs.slack.dev/reference/block-kit/block-elements */

const date = matching(/^\d{4}-\d\d-\d\d$/, 'must be a date in the format YYYY-MM-DD')
const time = matching(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time in the format HH:mm')
const numberText = matching(/^-?\d+(\.\d+)?$/, 'must be a number')

const common = { action_id: actionId, confirm, focus_on_load: boolean }
const menu = { ...common, placeholder: plain(150) }
const typed = {
  action_id: actionId,
  focus_on_load: boolean,
  placeholder: plain(150),
  dispatch_action_config: shape({}, { trigger_actions_on: anything }),
}
const many = { max_selected_items: integer(1, 100) }
const chosen = { options: list(option, 100), option_groups: list(optionGroup, 100) }
const conversations = {
  default_to_current_conversation: boolean,
  response_url_enabled: boolean,
  filter: shape(
    {},
    { include: anything, exclude_external_shared_channels: boolean, exclude_bot_users: boolean },
  ),
}

export const image = either(
  ['image_url', 'slack_file'],
  shape({ alt_text: text(2_000) }, { image_url: url, slack_file: anything }),
  true,
)

const button = shape(
  { text: plain(75) },
  {
    action_id: actionId,
    url,
    value: text(2_000, 0),
    style: oneOf('primary', 'danger'),
    confirm,
    accessibility_label: text(75),
  },
)

const single: Fields = {
  static_select: withOptions(shape({}, { ...menu, ...chosen, initial_option: option })),
  external_select: shape({}, { ...menu, initial_option: option, min_query_length: integer(0, 100) }),
  users_select: shape({}, { ...menu, initial_user: text(255) }),
  conversations_select: shape({}, { ...menu, ...conversations, initial_conversation: text(255) }),
  channels_select: shape({}, { ...menu, initial_channel: text(255), response_url_enabled: boolean }),
}

const multiple: Fields = {
  multi_static_select: withOptions(
    shape({}, { ...menu, ...many, ...chosen, initial_options: list(option, 100) }),
  ),
  multi_external_select: shape(
    {},
    { ...menu, ...many, initial_options: list(option, 100), min_query_length: integer(0, 100) },
  ),
  multi_users_select: shape({}, { ...menu, ...many, initial_users: list(text(255), 100, 0) }),
  multi_conversations_select: shape(
    {},
    { ...menu, ...many, ...conversations, initial_conversations: list(text(255), 100, 0) },
  ),
  multi_channels_select: shape({}, { ...menu, ...many, initial_channels: list(text(255), 100, 0) }),
}

const picked: Fields = {
  checkboxes: shape({ options: list(richOption, 10) }, { ...common, initial_options: list(richOption, 10) }),
  radio_buttons: shape({ options: list(richOption, 10) }, { ...common, initial_option: richOption }),
  datepicker: shape({}, { ...menu, initial_date: date }),
  timepicker: shape({}, { ...menu, initial_time: time, timezone: text(255) }),
}

const datetimepicker = shape({}, { ...common, initial_date_time: integer(1_000_000_000, 9_999_999_999) })

const written: Fields = {
  plain_text_input: shape(
    {},
    {
      ...typed,
      initial_value: text(3_000, 0),
      multiline: boolean,
      min_length: integer(0, 3_000),
      max_length: integer(1, 3_000),
    },
  ),
  email_text_input: shape({}, { ...typed, initial_value: text(3_000, 0) }),
  url_text_input: shape({}, { ...typed, initial_value: text(3_000, 0) }),
  number_input: shape(
    { is_decimal_allowed: boolean },
    { ...typed, initial_value: numberText, min_value: numberText, max_value: numberText },
  ),
  rich_text_input: shape({}, { ...typed, initial_value: anything }),
  file_input: shape({}, { action_id: actionId, filetypes: anything, max_files: integer(1, 10) }),
}

const overflow = shape({ options: list(menuOption, 5) }, { action_id: actionId, confirm })

export const inSection: Fields = { button, image, overflow, ...single, ...multiple, ...picked }
export const inActions: Fields = { button, overflow, ...single, ...picked, datetimepicker }
export const inInput: Fields = { ...single, ...multiple, ...picked, ...written, datetimepicker }
