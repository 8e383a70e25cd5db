import { slackLimits as limits } from '../../slack-limits.ts'
import {
  actionId,
  confirm,
  initialAmongOptions,
  initialWithinMost,
  menuOption,
  option,
  optionGroups,
  options,
  plain,
  richOption,
  style,
} from './objects.ts'
import {
  also,
  anything,
  boolean,
  type Check,
  either,
  type Fields,
  integer,
  list,
  matching,
  oneOf,
  shape,
  text,
  url,
} from './rules.ts'

/**
 * Block elements: https://docs.slack.dev/reference/block-kit/block-elements. Only those the page can
 * show; look up a missing one first.
 */

const date = matching(/^\d{4}-\d\d-\d\d$/, 'must be a date in the format YYYY-MM-DD')
const time = matching(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time in the format HH:mm')
const numberText = matching(/^-?\d+(\.\d+)?$/, 'must be a number')

const common = { action_id: actionId, confirm, focus_on_load: boolean }
const menu = { ...common, placeholder: plain(limits.placeholder) }
const queried = { min_query_length: integer(0, limits.minQuery) }
const many = { max_selected_items: integer(1, limits.options) }
const chosen = { options, option_groups: optionGroups }
const conversations = {
  default_to_current_conversation: boolean,
  response_url_enabled: boolean,
  filter: shape(
    {},
    {
      include: list(oneOf('im', 'mpim', 'private', 'public'), 4),
      exclude_external_shared_channels: boolean,
      exclude_bot_users: boolean,
    },
  ),
}
const id = text(limits.slackId)
const ids = list(id, limits.options)

export const image = also(
  shape({ alt_text: text(limits.altText) }, { image_url: url, slack_file: anything }),
  either(['image_url', 'slack_file'], 'one'),
)

const button = shape(
  { text: plain(limits.buttonText) },
  {
    action_id: actionId,
    url,
    value: text(limits.value, 0),
    style,
    confirm,
    accessibility_label: text(limits.accessibilityLabel),
  },
)

const overflow = shape({ options: list(menuOption, limits.overflow) }, { action_id: actionId, confirm })

const listed = (fields: Fields) =>
  also(
    shape({}, { ...menu, ...chosen, ...fields }),
    either(['options', 'option_groups'], 'one'),
    initialAmongOptions,
    initialWithinMost,
  )

const single: Fields = {
  static_select: listed({ initial_option: option }),
  external_select: shape({}, { ...menu, ...queried, initial_option: option }),
  users_select: shape({}, { ...menu, initial_user: id }),
  conversations_select: shape({}, { ...menu, ...conversations, initial_conversation: id }),
  channels_select: shape({}, { ...menu, initial_channel: id, response_url_enabled: boolean }),
}

const multiple: Fields = {
  multi_static_select: listed({ ...many, initial_options: options }),
  multi_external_select: also(
    shape({}, { ...menu, ...many, ...queried, initial_options: options }),
    initialWithinMost,
  ),
  multi_users_select: shape({}, { ...menu, ...many, initial_users: ids }),
  multi_conversations_select: shape({}, { ...menu, ...many, ...conversations, initial_conversations: ids }),
  multi_channels_select: shape({}, { ...menu, ...many, initial_channels: ids }),
}

const boxes = list(richOption, limits.checkboxes)

const picked: Fields = {
  checkboxes: also(shape({ options: boxes }, { ...common, initial_options: boxes }), initialAmongOptions),
  radio_buttons: also(
    shape({ options: boxes }, { ...common, initial_option: richOption }),
    initialAmongOptions,
  ),
  datepicker: shape({}, { ...menu, initial_date: date }),
  timepicker: shape({}, { ...menu, initial_time: time, timezone: text(limits.timezone) }),
}

const inputFields = {
  action_id: actionId,
  focus_on_load: boolean,
  placeholder: plain(limits.placeholder),
  dispatch_action_config: shape({}, { trigger_actions_on: anything }),
}

const withinItsLength: Check = ({ initial_value: initial, max_length: most }, pointer, report) => {
  if (typeof initial === 'string' && typeof most === 'number' && initial.length > most)
    report(`must be less than ${most + 1} characters`, `${pointer}/initial_value`)
}

const wholeWhereAsked: Check = ({ initial_value: initial, is_decimal_allowed: decimal }, pointer, report) => {
  if (decimal === false && typeof initial === 'string' && initial.includes('.'))
    report('must be a whole number', `${pointer}/initial_value`)
}

const initialText = text(limits.plainInput, 0)

const inputs: Fields = {
  plain_text_input: also(
    shape(
      {},
      {
        ...inputFields,
        initial_value: initialText,
        multiline: boolean,
        min_length: integer(0, limits.plainInput),
        max_length: integer(1, limits.plainInput),
      },
    ),
    withinItsLength,
  ),
  email_text_input: shape({}, { ...inputFields, initial_value: initialText }),
  url_text_input: shape({}, { ...inputFields, initial_value: url }),
  number_input: also(
    shape(
      { is_decimal_allowed: boolean },
      { ...inputFields, initial_value: numberText, min_value: numberText, max_value: numberText },
    ),
    wholeWhereAsked,
  ),
  datetimepicker: shape({}, { ...common, initial_date_time: integer(1_000_000_000, 9_999_999_999) }),
}

export const inSection: Fields = { button, image, overflow, ...single, ...multiple, ...picked }
export const inActions: Fields = { button, overflow, ...single, ...picked }
export const inInput: Fields = { ...single, ...multiple, ...picked, ...inputs }

/** Interactive elements, by type. Each has an `action_id`. */
export const interactive: ReadonlySet<string> = new Set(
  Object.keys({ ...inSection, ...inActions, ...inInput }).filter((type) => type !== 'image'),
)
