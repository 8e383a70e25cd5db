/** Block Kit's `state.values`: each kind of input's start value, current value, and requirements. */

const orNull = (value) => value ?? null

const start = {
  plain_text_input: (e) => ({ value: orNull(e.initial_value) }),
  email_text_input: (e) => ({ value: orNull(e.initial_value) }),
  url_text_input: (e) => ({ value: orNull(e.initial_value) }),
  number_input: (e) => ({ value: orNull(e.initial_value) }),
  checkboxes: (e) => ({ selected_options: e.initial_options ?? [] }),
  radio_buttons: (e) => ({ selected_option: orNull(e.initial_option) }),
  static_select: (e) => ({ selected_option: orNull(e.initial_option) }),
  external_select: (e) => ({ selected_option: orNull(e.initial_option) }),
  users_select: (e) => ({ selected_user: orNull(e.initial_user) }),
  channels_select: (e) => ({ selected_channel: orNull(e.initial_channel) }),
  conversations_select: (e) => ({ selected_conversation: orNull(e.initial_conversation) }),
  multi_static_select: (e) => ({ selected_options: e.initial_options ?? [] }),
  multi_external_select: (e) => ({ selected_options: e.initial_options ?? [] }),
  multi_users_select: (e) => ({ selected_users: e.initial_users ?? [] }),
  multi_channels_select: (e) => ({ selected_channels: e.initial_channels ?? [] }),
  multi_conversations_select: (e) => ({ selected_conversations: e.initial_conversations ?? [] }),
  datepicker: (e) => ({ selected_date: orNull(e.initial_date) }),
  timepicker: (e) => ({ selected_time: orNull(e.initial_time) }),
  datetimepicker: (e) => ({ selected_date_time: orNull(e.initial_date_time) }),
}

export const elementsOf = (block) =>
  [...(block.elements ?? []), block.accessory, block.element].filter(Boolean)

export const initialValues = (blocks, before = {}) => {
  const values = {}
  for (const block of blocks)
    for (const element of elementsOf(block)) {
      const first = start[element.type]?.(element)
      if (!first) continue
      const kept = before[block.block_id]?.[element.action_id]
      values[block.block_id] = {
        ...values[block.block_id],
        [element.action_id]: kept?.type === element.type ? kept : { type: element.type, ...first },
      }
    }
  return values
}

const given = (entry) => Object.entries(entry ?? {}).find(([name]) => name !== 'type')?.[1]
const isEmpty = (value) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const checks = {
  plain_text_input: (value, e) =>
    e.min_length && value.length < e.min_length
      ? `Please enter at least ${e.min_length} characters.`
      : e.max_length && value.length > e.max_length
        ? `Please enter at most ${e.max_length} characters.`
        : undefined,
  email_text_input: (value) =>
    /^\S+@\S+\.\S+$/.test(value) ? undefined : 'Please enter a valid email address.',
  url_text_input: (value) => (URL.canParse(value) ? undefined : 'Please enter a valid URL.'),
  number_input: (value, e) => {
    const number = Number(value)
    if (Number.isNaN(number)) return 'Please enter a valid number.'
    if (!e.is_decimal_allowed && !Number.isInteger(number)) return 'Please enter a whole number.'
    if (e.min_value !== undefined && number < Number(e.min_value))
      return `Please enter a number of at least ${e.min_value}.`
    if (e.max_value !== undefined && number > Number(e.max_value))
      return `Please enter a number of at most ${e.max_value}.`
    return undefined
  },
}

/** Errors by block id that Slack itself finds before it sends a submission to the app. */
export const missing = (blocks, values) => {
  const errors = {}
  for (const block of blocks) {
    if (block.type !== 'input') continue
    const value = given(values[block.block_id]?.[block.element.action_id])
    if (isEmpty(value)) {
      if (!block.optional) errors[block.block_id] = 'Please complete this required field.'
      continue
    }
    const problem = checks[block.element.type]?.(value, block.element)
    if (problem) errors[block.block_id] = problem
  }
  return errors
}
