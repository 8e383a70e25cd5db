import { useEffect, useRef, useState } from 'preact/hooks'
import { setTracker } from '../state/actions.js'
import { html } from '../kit/html.js'
import { Icon } from '../kit/icons.js'
import { remember, store } from '../state/state.js'

const clamp = (width) => Math.min(Math.max(width, 320), innerWidth - 620)

/** What one enters in the app to connect this workspace. The demo's keys are public. */
const Connect = ({ organization, baseUrl, apiKey, integrationUuid }) => html`
  <details class="connect">
    <summary>How to connect this workspace to ${organization}</summary>
    <dl>
      <dt>Address</dt>
      <dd><code>${baseUrl}</code></dd>
      <dt>API key</dt>
      <dd><code>${apiKey}</code></dd>
      <dt>Integration UUID</dt>
      <dd><code>${integrationUuid}</code></dd>
    </dl>
  </details>
`

/** The tracker's page next to the workspace, to show both sides of every sync. */
export const Tracker = () => {
  const src = store.use((state) => state.tracker.src)
  const visits = store.use((state) => state.tracker.visits)
  const start = store.use((state) => state.workspace.tracker.start)
  const connect = store.use((state) => state.workspace.tracker.connect)
  const frame = useRef(null)
  const [width, setWidth] = useState(() => clamp(Math.round(innerWidth * (innerWidth < 1500 ? 0.29 : 0.37))))
  const [dragging, setDragging] = useState(false)

  // The person may have left the page in the frame, so a link to the same page loads it again.
  useEffect(() => {
    frame.current.src = src
  }, [src, visits])

  useEffect(() => {
    document.documentElement.style.setProperty('--tracker-width', `${width}px`)
    remember('tracker-width', String(width))
  }, [width])

  const drag = (event) => {
    if (dragging) setWidth(clamp(innerWidth - event.clientX))
  }
  const key = (event) => {
    const step = { ArrowLeft: 40, ArrowRight: -40 }[event.key]
    if (step) setWidth((now) => clamp(now + step))
  }
  return html`
    <section class=${`tracker ${dragging ? 'dragging' : ''}`} aria-label="Project tracker">
      <div
        class="splitter"
        role="separator"
        aria-orientation="vertical"
        aria-label="Width of the tracker"
        aria-valuenow=${width}
        tabindex="0"
        onKeyDown=${key}
        onPointerDown=${(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDragging(true)
        }}
        onPointerMove=${drag}
        onPointerUp=${() => setDragging(false)}
      ></div>
      <header>
        <b>Onboarding Project Service</b><span>the tracker</span>
        ${
          start &&
          html`<button
            type="button"
            class="icon-button"
            aria-label="Back to the project"
            title="Back to the project"
            onClick=${() => setTracker({ src: start })}
          >
            <${Icon} name="home" size=${16} />
          </button>`
        }
        <button
          type="button"
          class="icon-button"
          aria-label="Reload the tracker"
          title="Reload"
          onClick=${() => setTracker({ src })}
        >
          <${Icon} name="reload" size=${16} />
        </button>
        <a
          class="icon-button"
          href=${src}
          target="_blank"
          rel="noreferrer noopener"
          aria-label="Open in a new tab"
          title="Open in a new tab"
          ><${Icon} name="external" size=${16}
        /></a>
        <button
          type="button"
          class="icon-button"
          aria-label="Hide the tracker"
          title="Hide"
          onClick=${() => setTracker({ shown: false })}
        >
          <${Icon} name="close" size=${16} />
        </button>
      </header>
      ${connect && html`<${Connect} ...${connect} />`}
      <iframe ref=${frame} title="The project in the tracker"></iframe>
    </section>
  `
}
