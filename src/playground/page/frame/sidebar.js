import { goTo } from '../state/actions.js'
import { html } from '../kit/html.js'
import { useOneStop } from '../kit/one-stop.js'
import { store } from '../state/state.js'
import { AddToSlack, WorkspaceMenu } from './workspace-menu.js'

const Row = ({ id, label, unread, counted, children }) => {
  const place = store.use((state) => state.place)
  const active = place === id || (id === 'app' && (place === 'home' || place.startsWith('D')))
  const go = (event) => {
    event.preventDefault()
    void goTo(id === 'app' ? 'home' : id)
  }
  return html`
    <li>
      <a
        href=${id === 'app' ? '/app' : `/archives/${id}`}
        class=${`${active ? 'active' : ''} ${unread > 0 ? 'unread' : ''}`}
        aria-current=${active ? 'page' : undefined}
        onClick=${go}
      >
        ${children}<span class="label">${label}</span>
        ${unread > 0 && html`<span class="unseen">, unread</span>`}
        ${counted && unread > 0 && html`<span class="badge" aria-hidden="true">${unread}</span>`}
      </a>
    </li>
  `
}

export const Sidebar = () => {
  const workspace = store.use((state) => state.workspace)
  const stop = useOneStop()
  const { me } = workspace
  const channels = workspace.channels.filter((one) => !one.is_im)
  const direct = workspace.channels.find((one) => one.is_im)
  return html`
    <nav class="sidebar" aria-label="Workspace" ...${stop}>
      <${WorkspaceMenu} />
      <h2>Channels</h2>
      <ul>
        ${channels.map(
          (one) => html`
            <${Row} id=${one.id} label=${one.name} unread=${one.unread}>
              <span class="hash" aria-hidden="true">${one.is_private ? '🔒' : '#'}</span>
              ${one.is_private && html`<span class="unseen">private: </span>`}
              ${one.is_ext_shared && html`<span class="unseen">shared with another company: </span>`}
            <//>
          `,
        )}
      </ul>
      ${!direct && !me.is_stranger && html`<${AddToSlack} workspace=${workspace} />`}
      ${
        direct &&
        html`
          <h2>Apps</h2>
          <ul>
            <${Row} id="app" label=${workspace.bot.name} unread=${direct.unread} counted>
              <img src=${`/playground/avatars/${workspace.bot.userId}.svg`} alt="" width="20" height="20" />
            <//>
          </ul>
        `
      }
      <div class="self">
        <span class="presence"><img src=${me.profile.image_48} alt="" width="32" height="32" /></span>
        <span><b>${me.real_name}</b><small>${me.profile.title}</small></span>
      </div>
    </nav>
  `
}
