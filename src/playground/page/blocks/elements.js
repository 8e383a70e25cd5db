import { useState } from 'preact/hooks'
import { Combo } from './combo.js'
import { html } from '../kit/html.js'
import { Icon } from '../kit/icons.js'
import { emojify, safe, Text } from './mrkdwn.js'
import { Menu } from '../kit/popover.js'
import { useSurface } from './surface.js'

/** Block elements. Each gets its block, itself, and its label if it is in an input block. */

const Button = ({ block, element }) => {
  const surface = useSurface()
  const [busy, setBusy] = useState(false)
  const press = async (event) => {
    if (busy) return
    if (element.url) surface.follow(event, element.url)
    setBusy(true)
    await surface.press(block, element)
    setBusy(false)
  }
  const classes = `block-button ${element.style ?? ''} ${busy ? 'busy' : ''}`
  const label = element.accessibility_label
  return element.url && safe(element.url)
    ? html`<a
        class=${classes}
        href=${element.url}
        target="_blank"
        rel="noreferrer noopener"
        aria-label=${label}
        onClick=${press}
        >${emojify(element.text)}</a
      >`
    : html`<button
        type="button"
        class=${classes}
        aria-label=${label}
        aria-busy=${busy}
        aria-disabled=${busy}
        data-action=${element.action_id}
        onClick=${press}
      >
        ${emojify(element.text)}
      </button>`
}

const Overflow = ({ block, element }) => {
  const surface = useSurface()
  const items = element.options.map((option) => ({
    label: emojify(option.text),
    onChoose: () => {
      if (option.url && safe(option.url)) window.open(option.url, '_blank', 'noreferrer')
      void surface.press(block, element, { selected_option: option })
    },
  }))
  return html`<${Menu} label="More options" className="block-button overflow" items=${items}
    ><${Icon} name="more" size=${16}
  /><//>`
}

const inputType = {
  email_text_input: 'email',
  url_text_input: 'url',
  number_input: 'text',
  plain_text_input: 'text',
}

const TextInput = ({ block, element, id, label, dispatches, describedBy, invalid }) => {
  const surface = useSurface()
  const value = surface.value(block, element)?.value ?? ''
  const when = element.dispatch_action_config?.trigger_actions_on ?? ['on_enter_pressed']
  const change = (text, tells) => surface.change(block, element, { value: text === '' ? null : text }, tells)
  const field = {
    id,
    value,
    'aria-label': label === undefined ? (element.placeholder?.text ?? 'Text') : undefined,
    'aria-describedby': describedBy,
    'aria-invalid': invalid,
    placeholder: element.placeholder?.text ?? '',
    maxLength: element.max_length,
    onInput: ({ target }) => change(target.value, dispatches && when.includes('on_character_entered')),
    onKeyDown: (event) => {
      if (event.key !== 'Enter' || element.multiline) return
      if (!dispatches || !when.includes('on_enter_pressed')) return
      event.preventDefault()
      change(event.target.value, true)
    },
  }
  return element.multiline
    ? html`<textarea class="field" rows="5" ...${field}></textarea>`
    : html`<input
        class="field"
        type=${inputType[element.type]}
        inputmode=${element.type === 'number_input' ? 'decimal' : undefined}
        ...${field}
      />`
}

const Choices = ({ block, element, dispatches, inInput }) => {
  const surface = useSurface()
  const many = element.type === 'checkboxes'
  const entry = surface.value(block, element)
  const chosen = many
    ? (entry?.selected_options ?? [])
    : entry?.selected_option
      ? [entry.selected_option]
      : []
  const change = (option, on) => {
    const rest = chosen.filter((one) => one.value !== option.value)
    const given = many ? { selected_options: on ? [...rest, option] : rest } : { selected_option: option }
    surface.change(block, element, given, !inInput || dispatches)
  }
  return html`
    <div class="choices">
      ${element.options.map(
        (option) => html`
          <label>
            <input
              type=${many ? 'checkbox' : 'radio'}
              name=${`${block.block_id}-${element.action_id}`}
              checked=${chosen.some((one) => one.value === option.value)}
              onChange=${({ target }) => change(option, target.checked)}
            />
            <span
              ><${Text}
                value=${option.text}
              />${option.description && html`<small><${Text} value=${option.description} /></small>`}</span
            >
          </label>
        `,
      )}
    </div>
  `
}

const local = (seconds) => {
  const date = new Date(seconds * 1_000)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const pickers = {
  datepicker: { type: 'date', field: 'selected_date', show: (value) => value, read: (text) => text },
  timepicker: { type: 'time', field: 'selected_time', show: (value) => value, read: (text) => text },
  datetimepicker: {
    type: 'datetime-local',
    field: 'selected_date_time',
    show: local,
    read: (text) => Math.floor(new Date(text).getTime() / 1_000),
  },
}

const Picker = ({ block, element, id, label, dispatches, inInput, describedBy, invalid }) => {
  const surface = useSurface()
  const { type, field, show, read } = pickers[element.type]
  const value = surface.value(block, element)?.[field]
  const change = ({ target }) =>
    surface.change(
      block,
      element,
      { [field]: target.value === '' ? null : read(target.value) },
      !inInput || dispatches,
    )
  return html`<input
    class="field picker"
    type=${type}
    id=${id}
    aria-label=${label === undefined ? (element.placeholder?.text ?? 'Pick') : undefined}
    aria-describedby=${describedBy}
    aria-invalid=${invalid}
    value=${value ? show(value) : ''}
    onChange=${change}
  />`
}

const Image = ({ element }) =>
  html`<img
    class="accessory-image"
    src=${element.image_url}
    alt=${element.alt_text}
    title=${element.alt_text}
  />`

const kinds = {
  button: Button,
  overflow: Overflow,
  image: Image,
  checkboxes: Choices,
  radio_buttons: Choices,
  datepicker: Picker,
  timepicker: Picker,
  datetimepicker: Picker,
  plain_text_input: TextInput,
  email_text_input: TextInput,
  url_text_input: TextInput,
  number_input: TextInput,
}

export const Element = (props) => {
  const { type } = props.element
  const Kind = kinds[type] ?? (/_select$/.test(type) ? Combo : undefined)
  return Kind ? html`<${Kind} ...${props} />` : html`<span class="hint">[${type}]</span>`
}
