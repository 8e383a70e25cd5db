import { useEffect, useRef, useState } from 'preact/hooks'
import { html } from '../kit/html.js'
import { Icon } from '../kit/icons.js'
import { emojify } from './mrkdwn.js'
import { useActiveInView } from '../kit/one-stop.js'
import { Popover } from '../kit/popover.js'
import { store } from '../state/state.js'
import { useSurface } from './surface.js'

/** All of Block Kit's select menus: single or multiple, with options from a list, the app, or the workspace. */

const option = (value, label) => ({ text: { type: 'plain_text', text: label }, value })
const people = () => store.get().workspace.users.map((one) => option(one.id, one.real_name))
const channels = () =>
  store
    .get()
    .workspace.channels.filter((one) => !one.is_im)
    .map((one) => option(one.id, `#${one.name}`))

/** Where options come from, and which state field holds the choice. */
const sources = {
  static_select: { one: 'selected_option', many: 'selected_options' },
  external_select: { one: 'selected_option', many: 'selected_options', remote: true },
  users_select: { one: 'selected_user', many: 'selected_users', list: people },
  channels_select: { one: 'selected_channel', many: 'selected_channels', list: channels },
  conversations_select: { one: 'selected_conversation', many: 'selected_conversations', list: channels },
}

const groupsOf = ({ options, option_groups: groups }) => groups ?? [{ label: null, options: options ?? [] }]

const matching = (groups, query) =>
  groups
    .map((group) => ({
      ...group,
      options: group.options.filter((one) => one.text.text.toLowerCase().includes(query.toLowerCase())),
    }))
    .filter((group) => group.options.length > 0)

/** Options for the typed text. Asks the app when typing pauses and uses only its latest answer. */
const useOptions = (open, query, { block, element, source }) => {
  const surface = useSurface()
  const [state, setState] = useState({ groups: [], says: '' })
  useEffect(() => {
    if (!open) return undefined
    if (!source.remote) {
      const groups = groupsOf(source.list ? { options: source.list() } : element)
      return setState({ groups: matching(groups, query), says: 'No matches' })
    }
    const least = element.min_query_length ?? 3
    if (query.length < least) return setState({ groups: [], says: `Type at least ${least} characters` })
    let current = true
    setState({ groups: [], says: 'Loading…' })
    const timer = setTimeout(async () => {
      const answer = await surface.options(block, element, query)
      if (!current) return
      if (!answer.ok) return setState({ groups: [], says: 'The app did not answer' })
      setState({ groups: groupsOf(answer).filter((group) => group.options.length > 0), says: 'No matches' })
    }, 250)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [open, query])
  return state
}

const List = ({ groups, says, active, chosen, onChoose, id }) => {
  let index = -1
  const list = useActiveInView(active)
  if (groups.length === 0) return html`<p class="combo-says" role="status">${says}</p>`
  return html`
    <ul ref=${list} class="menu combo-list" role="listbox" id=${id}>
      ${groups.map(
        (group) => html`
          ${group.label && html`<li class="group-label" role="presentation">${emojify(group.label)}</li>`}
          ${group.options.map((one) => {
            index += 1
            const picked = chosen.some((other) => other.value === one.value)
            return html`
              <li
                role="option"
                id=${`${id}-${index}`}
                aria-selected=${picked}
                class=${`${index === active ? 'active' : ''} ${picked ? 'picked' : ''}`}
                onMouseDown=${(event) => {
                  event.preventDefault()
                  onChoose(one)
                }}
              >
                <span>${emojify(one.text)}</span
                >${one.description && html`<small>${emojify(one.description)}</small>`}
              </li>
            `
          })}
        `,
      )}
    </ul>
  `
}

export const Combo = (props) => {
  const { block, element, id, label, dispatches, inInput, describedBy, invalid } = props
  const surface = useSurface()
  const many = element.type.startsWith('multi_')
  const source = sources[element.type.replace(/^multi_/, '')]
  const field = many ? source.many : source.one
  const button = useRef(null)
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const { groups, says } = useOptions(open, query, { block, element, source })
  const flat = groups.flatMap((group) => group.options)
  const listId = `list-${block.block_id}-${element.action_id}`

  const asOption = (value) =>
    source.list ? (source.list().find((one) => one.value === value) ?? option(value, value)) : value
  const raw = surface.value(block, element)?.[field]
  const chosen = (many ? (raw ?? []) : raw ? [raw] : []).map(asOption)
  const asValue = (one) =>
    source.list
      ? one.value
      : { text: one.text, value: one.value, ...(one.description && { description: one.description }) }

  const close = () => {
    setOpen(false)
    setQuery('')
    setActive(0)
  }
  const tell = (given) => surface.change(block, element, { [field]: given }, !inInput || dispatches)
  const drop = (one) => tell(chosen.filter((other) => other.value !== one.value).map(asValue))
  const choose = (one) => {
    if (!many) {
      tell(asValue(one))
      close()
      return button.current?.focus()
    }
    if (chosen.some((other) => other.value === one.value)) return drop(one)
    if (chosen.length < (element.max_selected_items ?? 100)) tell([...chosen, one].map(asValue))
    return undefined
  }
  const key = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setActive((active + step + flat.length) % Math.max(1, flat.length))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (flat[active]) choose(flat[active])
    } else if (event.key === 'Tab') close()
  }

  const placeholder = element.placeholder?.text ?? 'Select an option'
  return html`
    <div class="combo">
      ${
        many &&
        chosen.map(
          (one) =>
            html`<span class="token"
              >${emojify(one.text)}<button
                type="button"
                aria-label=${`Remove ${one.text.text}`}
                onClick=${() => drop(one)}
              >
                <${Icon} name="close" size=${12} /></button
            ></span>`,
        )
      }
      <button
        ref=${button}
        type="button"
        id=${id}
        class=${`field combo-button ${chosen.length === 0 || many ? 'empty' : ''}`}
        aria-haspopup="listbox"
        aria-expanded=${open}
        aria-describedby=${describedBy}
        aria-invalid=${invalid}
        aria-label=${label === undefined ? `${placeholder}${chosen[0] ? `: ${chosen[0].text.text}` : ''}` : undefined}
        data-action=${element.action_id}
        onClick=${() => setOpen(!open)}
      >
        <span>${!many && chosen[0] ? emojify(chosen[0].text) : placeholder}</span
        ><${Icon} name="chevron" size=${16} />
      </button>
      ${
        open &&
        html`<${Popover}
          anchor=${button.current}
          onClose=${close}
          width=${Math.max(240, button.current.offsetWidth)}
          label=${placeholder}
        >
          <input
            class="combo-search"
            role="combobox"
            aria-label=${`Search: ${label ?? placeholder}`}
            aria-controls=${listId}
            aria-expanded="true"
            aria-activedescendant=${flat[active] ? `${listId}-${active}` : undefined}
            placeholder="Search"
            value=${query}
            ref=${(input) => input?.focus()}
            onInput=${({ target }) => {
              setQuery(target.value)
              setActive(0)
            }}
            onKeyDown=${key}
          />
          <${List}
            id=${listId}
            groups=${groups}
            says=${says}
            active=${active}
            chosen=${chosen}
            onChoose=${choose}
          />
        <//>`
      }
    </div>
  `
}
