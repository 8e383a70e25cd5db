import { useEffect, useRef, useState } from 'preact/hooks'
import { html } from './html.js'
import { Icon } from './icons.js'
import { closePane, loadComments, loadDetails, showTab, writeComment } from './pane-actions.js'
import { RichText } from './rich-text.js'
import { personById, store } from './state.js'
import { fullTime, lately } from './time.js'
import { Buttons, fieldsOf, Value } from './work-object.js'

const ownWords = {
  restricted: ['You can’t see this here', 'Ask the person who shared it.'],
  not_found: ['Not found', 'It may have been deleted.'],
  internal_error: ['Something went wrong', 'Try again.'],
  timeout: ['This took too long', 'Try again.'],
}

const Trouble = ({ error }) => {
  const [title, message] = ownWords[error.status] ?? ['Something went wrong', 'Try again.']
  return html`<div class="pane-trouble" role="alert">
    <b>${error.custom_title ?? title}</b>
    <p>${error.custom_message ?? message}</p>
  </div>`
}

const Details = ({ pane }) => {
  const shown = pane.entity ?? pane.card
  if (pane.error) return html`<${Trouble} error=${pane.error} />`
  return html`
    ${
      pane.late === pane.trigger &&
      pane.late &&
      html`<${Trouble}
        error=${{ custom_title: 'The app hasn’t responded yet', custom_message: 'These details may be out of date.' }}
      />`
    }
    <dl class="pane-fields" aria-busy=${pane.answered !== pane.trigger}>
      ${fieldsOf(shown.entity_payload).map(
        (field) =>
          html`<div key=${field.key}>
            <dt>${field.label}</dt>
            <dd><${Value} field=${field} /></dd>
          </div>`,
      )}
    </dl>
    <div class="pane-buttons"><${Buttons} entity=${shown} where=${pane} from="pane" /></div>
  `
}

const senderName = ({ user_id: id, text }) => personById(id)?.real_name ?? text ?? id

const Comment = ({ comment }) => html`
  <li class="pane-comment">
    <p>
      <b>${senderName(comment.sender)}</b>
      <time title=${fullTime(comment.timestamp)}>${lately(comment.timestamp)}</time>
      ${comment.last_edit_ts && html`<span class="edited">(edited)</span>`}
    </p>
    ${comment.comment.blocks.map((block) => html`<${RichText} block=${block} />`)}
  </li>
`

const Writing = () => {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (text.trim() === '' || busy) return
    setBusy(true)
    if (await writeComment(text)) setText('')
    setBusy(false)
  }
  return html`
    <form
      class="composer pane-composer"
      onSubmit=${(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <textarea
        rows="2"
        aria-label="Write a comment"
        placeholder="Write a comment…"
        value=${text}
        onInput=${({ target }) => setText(target.value)}
        onKeyDown=${(event) => {
          if (event.isComposing || event.key !== 'Enter' || event.shiftKey) return
          event.preventDefault()
          void send()
        }}
      ></textarea>
      <div class="composer-foot">
        <button
          type="submit"
          class="send"
          aria-label="Send comment"
          title="Send"
          disabled=${text.trim() === '' || busy}
        >
          <${Icon} name="send" size=${18} />
        </button>
      </div>
    </form>
  `
}

const Comments = ({ pane }) => {
  const { list, cursor, canPost, loading, error } = pane.comments
  return html`
    <div class="pane-comments">
      ${error && html`<p class="trouble" role="alert"><${Icon} name="warning" size=${14} /> ${error}</p>`}
      ${loading && html`<p role="status">Loading comments…</p>`}
      ${!loading && !error && list.length === 0 && pane.sending.length === 0 && html`<p>No comments yet.</p>`}
      <ul aria-label="Comments">
        ${pane.sending.map(
          ({ trigger, text }) =>
            html`<li class="pane-comment" key=${trigger}>
              <p><em>Sending…</em></p>
              ${text}
            </li>`,
        )}
        ${list.map((comment) => html`<${Comment} key=${comment.id} comment=${comment} />`)}
      </ul>
      ${cursor && html`<button type="button" class="block-button small" onClick=${() => loadComments(cursor)}>Older comments</button>`}
    </div>
    ${canPost && html`<${Writing} />`}
  `
}

const tabs = [
  ['details', 'Details'],
  ['comments', 'Comments'],
]

const Tabs = ({ tab }) => {
  const step = (event) => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
    const other = tabs.find(([name]) => name !== tab)[0]
    showTab(other)
    event.currentTarget.querySelector(`#pane-tab-${other}`)?.focus()
  }
  return html`<div class="pane-tabs" role="tablist" aria-label="Pane sections" onKeyDown=${step}>
    ${tabs.map(
      ([name, label]) =>
        html`<button
          type="button"
          role="tab"
          id=${`pane-tab-${name}`}
          aria-selected=${name === tab}
          aria-controls="pane-body"
          tabindex=${name === tab ? 0 : -1}
          onClick=${() => showTab(name)}
        >
          ${label}
        </button>`,
    )}
  </div>`
}

/** Slack's flexpane: one Work Object with its current facts from the app. */
export const Pane = () => {
  const pane = store.use((state) => state.pane)
  const heading = useRef(null)
  const opener = useRef(document.activeElement)
  useEffect(() => {
    heading.current?.focus()
    return () => opener.current?.isConnected && opener.current.focus()
  }, [])
  const { attributes } = (pane.entity ?? pane.card).entity_payload
  const talks = Boolean((pane.entity ?? pane.card).entity_comments)
  const refresh = () => (pane.tab === 'comments' ? loadComments() : loadDetails())
  return html`
    <aside
      class="pane"
      aria-label=${`${attributes.display_type} details`}
      onKeyDown=${(event) => event.key === 'Escape' && closePane()}
    >
      <header class="channel-header">
        <h1 tabindex="-1" ref=${heading}>${attributes.display_type}</h1>
        <p class="topic">${attributes.product_name}</p>
        <button type="button" class="icon-button" aria-label="Refresh" title="Refresh" onClick=${refresh}>
          ↻
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label="Close details"
          title="Close"
          onClick=${closePane}
        >
          <${Icon} name="close" />
        </button>
      </header>
      <h2 class="pane-title">${attributes.title.text}</h2>
      ${talks && html`<${Tabs} tab=${pane.tab} />`}
      <div
        class="pane-body"
        id="pane-body"
        role=${talks ? 'tabpanel' : undefined}
        aria-labelledby=${talks ? `pane-tab-${pane.tab}` : undefined}
        tabindex="0"
      >
        ${pane.tab === 'comments' && talks ? html`<${Comments} pane=${pane} />` : html`<${Details} pane=${pane} />`}
      </div>
    </aside>
  `
}
