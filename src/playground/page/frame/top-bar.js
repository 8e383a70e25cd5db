import { actAs, setTracker } from '../state/actions.js'
import { html } from '../kit/html.js'
import { Icon } from '../kit/icons.js'
import { useOneStop } from '../kit/one-stop.js'
import { Outages } from './outage.js'
import { store } from '../state/state.js'

const roles = { dana: 'vendor', lee: 'vendor', casey: 'customer', nadia: 'partner', omar: 'partner' }

export const TopBar = () => {
  const as = store.use((state) => state.as)
  const workspace = store.use((state) => state.workspace)
  const connected = store.use((state) => state.connected)
  const shown = store.use((state) => state.tracker.shown)
  const hasTracker = store.use((state) => state.tracker.src !== null)
  const stop = useOneStop()
  const people = workspace.users.filter((one) => workspace.actors.includes(one.name))
  return html`
    <header class="top-bar" ...${stop}>
      <span class="sandbox" title="A local Slack workspace. Nothing leaves this machine.">
        <b>${workspace.team.name}</b> a local Slack workspace
      </span>
      <${Outages} workspace=${workspace} />
      ${!connected && html`<span class="offline" role="status">Connecting…</span>`}
      <div class="act-as" role="group" aria-label="Act as">
        <span aria-hidden="true">Act as</span>
        ${people.map(
          (one) => html`
            <button
              type="button"
              aria-pressed=${as === one.name || as === one.id}
              data-person=${one.name}
              title=${`${one.real_name}, ${one.profile.title}`}
              onClick=${() => actAs(one.name)}
            >
              <img src=${one.profile.image_24} alt="" width="20" height="20" />
              ${one.real_name.split(' ')[0]} <small>${roles[one.name]}</small>
            </button>
          `,
        )}
      </div>
      ${
        hasTracker &&
        html`<button
          type="button"
          class="toggle panel"
          aria-pressed=${shown}
          onClick=${() => setTracker({ shown: !shown })}
        >
          <${Icon} name="panel" size=${16} /> ${shown ? 'Hide tracker' : 'Show tracker'}
        </button>`
      }
    </header>
  `
}
