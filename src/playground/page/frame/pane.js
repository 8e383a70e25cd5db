import { useEffect, useRef } from 'preact/hooks'
import { html } from '../kit/html.js'
import { Icon } from '../kit/icons.js'
import { closePane, loadDetails } from '../state/pane-actions.js'
import { store } from '../state/state.js'
import { Buttons, Fields, fieldsOf } from '../blocks/work-object.js'

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
      <${Fields} fields=${fieldsOf(shown.entity_payload)} />
    </dl>
    <div class="pane-buttons"><${Buttons} entity=${shown} where=${pane} from="pane" /></div>
  `
}

/** Slack's side pane: one Work Object, with its current facts from the app. */
export const Pane = () => {
  const pane = store.use((state) => state.pane)
  const heading = useRef(null)
  const opener = useRef(document.activeElement)
  useEffect(() => {
    heading.current?.focus()
    return () => opener.current?.isConnected && opener.current.focus()
  }, [])
  const { attributes } = (pane.entity ?? pane.card).entity_payload
  return html`
    <aside
      class="pane"
      aria-label=${`${attributes.display_type} details`}
      onKeyDown=${(event) => event.key === 'Escape' && closePane()}
    >
      <header class="channel-header">
        <h1 tabindex="-1" ref=${heading}>${attributes.display_type}</h1>
        <p class="topic">${attributes.product_name}</p>
        <button type="button" class="icon-button" aria-label="Refresh" title="Refresh" onClick=${loadDetails}>
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
      <div class="pane-body" id="pane-body" tabindex="0"><${Details} pane=${pane} /></div>
    </aside>
  `
}
