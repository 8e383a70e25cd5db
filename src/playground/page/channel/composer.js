import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { send, useShortcut } from '../state/actions.js'
import { html } from '../kit/html.js'
import { Icon } from '../kit/icons.js'
import { Menu } from '../kit/popover.js'
import { useActiveInView, useOneStop } from '../kit/one-stop.js'
import { suggestionsFor } from './suggestions.js'
import { store } from '../state/state.js'

const marks = [
  { label: 'Bold', mark: '*', shown: html`<b>B</b>` },
  { label: 'Italic', mark: '_', shown: html`<i>I</i>` },
  { label: 'Strikethrough', mark: '~', shown: html`<s>S</s>` },
  { label: 'Code', mark: '`', shown: html`<span class="mono">${'<>'}</span>` },
]

/** Drafts by person, channel, and thread. */
const drafts = new Map()

const Suggestions = ({ found, active, onTake }) => html`
  <ul
    ref=${useActiveInView(active)}
    class="suggestions menu"
    role="listbox"
    id="suggestions"
    aria-label=${found.title}
  >
    <li class="group-label" role="presentation">${found.title}</li>
    ${found.items.map(
      (one, index) => html`
        <li
          role="option"
          id=${`suggestion-${index}`}
          aria-selected=${index === active}
          class=${index === active ? 'active' : ''}
          onMouseDown=${(event) => {
            event.preventDefault()
            onTake(one)
          }}
        >
          <span class="what">
            ${one.image && html`<img src=${one.image} alt="" width="20" height="20" />`}<b>${one.label}</b>
            <span class="usage">${one.usage}</span>
          </span>
          <small>${one.description}</small>
        </li>
      `,
    )}
  </ul>
`

const Chosen = ({ files, onDrop }) => html`
  <ul class="chosen" aria-label="Attached files">
    ${files.map(
      ({ name }) =>
        html`<li class="token">
          ${name}<button type="button" aria-label=${`Remove ${name}`} onClick=${() => onDrop(name)}>
            <${Icon} name="close" size=${12} />
          </button>
        </li>`,
    )}
  </ul>
`

export const Composer = ({ channel, thread, placeholder }) => {
  const field = useRef(null)
  const stop = useOneStop()
  /** Where to put the caret after the text is in the field. */
  const wanted = useRef(null)
  const workspace = store.use((state) => state.workspace)
  const key = `${workspace.me.id}-${channel.id}-${thread ?? ''}`
  const [text, setText] = useState(() => drafts.get(key) ?? '')
  const [broadcast, setBroadcast] = useState(false)
  const [files, setFiles] = useState([])
  const [active, setActive] = useState(0)
  const [caret, setCaret] = useState(0)
  const [dismissed, setDismissed] = useState(null)
  const found = dismissed === text ? null : suggestionsFor(text.slice(0, caret), workspace, thread)

  const global = workspace.shortcuts
    .filter((one) => one.type === 'global')
    .map((one) => ({
      label: one.name,
      hint: workspace.bot.name,
      onChoose: () => useShortcut(one.callback_id),
    }))

  const write = (value, at = value.length) => {
    drafts.set(key, value)
    setText(value)
    setCaret(at)
    setActive(0)
    setDismissed(null)
  }

  useLayoutEffect(() => {
    const { style } = field.current
    style.height = 'auto'
    style.height = `${Math.min(field.current.scrollHeight, 260)}px`
    if (wanted.current === null) return
    field.current.focus()
    field.current.setSelectionRange(...wanted.current)
    wanted.current = null
  }, [text])
  useEffect(() => {
    if (thread) field.current.focus()
  }, [thread])

  const submit = async () => {
    if (text.trim() === '' && files.length === 0) return
    const sent = text
    const attached = files
    setFiles([])
    write('')
    setBroadcast(false)
    field.current.focus()
    // What could not be sent returns to the field, unless the person typed something new.
    if ((await send(sent, thread, { broadcast, files: attached })) || drafts.get(key)) return
    write(sent)
    setFiles(attached)
  }

  const take = (one) => {
    const before = text.slice(0, caret).slice(0, found.from) + one.insert
    write(before + text.slice(caret), before.length)
    wanted.current = [before.length, before.length]
  }

  const onKeyDown = (event) => {
    if (event.isComposing) return
    if (found) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step) {
        event.preventDefault()
        return setActive((active + step + found.items.length) % found.items.length)
      }
      const complete = event.key === 'Tab' || (event.key === 'Enter' && !found.complete)
      if (complete && found.items[active]) {
        event.preventDefault()
        return take(found.items[active])
      }
      if (event.key === 'Escape') return setDismissed(text)
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void submit()
    }
    return undefined
  }

  const wrap = (mark) => {
    const { selectionStart: start, selectionEnd: end } = field.current
    const next = text.slice(0, start) + mark + text.slice(start, end) + mark + text.slice(end)
    write(next, end + 1)
    wanted.current = [start + 1, end + 1]
  }

  return html`
    <div class="composer-area">
      ${found && html`<${Suggestions} found=${found} active=${active} onTake=${take} />`}
      <form
        class="composer"
        onSubmit=${(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <textarea
          ref=${field}
          rows="1"
          aria-label=${thread ? 'Reply to thread' : placeholder}
          aria-autocomplete="list"
          aria-controls=${found ? 'suggestions' : undefined}
          aria-activedescendant=${found ? `suggestion-${active}` : undefined}
          placeholder=${placeholder}
          value=${text}
          onInput=${({ target }) => write(target.value, target.selectionStart)}
          onSelect=${({ target }) => setCaret(target.selectionStart)}
          onKeyDown=${onKeyDown}
        ></textarea>
        <div class="marks" role="toolbar" aria-label="Formatting" ...${stop}>
          ${marks.map((one) => html`<button type="button" aria-label=${one.label} title=${one.label} onClick=${() => wrap(one.mark)}>${one.shown}</button>`)}
          ${
            global.length > 0 &&
            html`<${Menu} label="Shortcuts" className="shortcuts" align="start" items=${global}
              ><${Icon} name="bolt" size=${16}
            /><//>`
          }
        </div>
        ${files.length > 0 && html`<${Chosen} files=${files} onDrop=${(name) => setFiles(files.filter((one) => one.name !== name))} />`}
        ${
          thread &&
          !channel.is_im &&
          html`<label class="broadcast"
            ><input
              type="checkbox"
              checked=${broadcast}
              onChange=${({ target }) => setBroadcast(target.checked)}
            />
            Also send to #${channel.name}</label
          >`
        }
        <div class="composer-foot">
          <label class="attach" title="Attach a file. Only its name is shared.">
            <${Icon} name="clip" />
            <input
              type="file"
              multiple
              aria-label="Attach a file"
              onChange=${({ target }) => {
                setFiles([...target.files])
                target.value = ''
              }}
            />
          </label>
          <button
            type="submit"
            class="send"
            aria-label="Send"
            title="Send"
            disabled=${text.trim() === '' && files.length === 0}
          >
            <${Icon} name="send" size=${18} />
          </button>
        </div>
      </form>
    </div>
  `
}
