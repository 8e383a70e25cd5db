import { useRef } from 'preact/hooks'
import { Blocks } from '../blocks/blocks.js'
import { AppTabs, BackToChannels } from '../channel/channel-header.js'
import { html } from '../kit/html.js'
import { store } from '../state/state.js'
import { ViewSurface } from '../blocks/surface.js'
import { initialValues } from '../state/values.js'

const View = ({ view }) => {
  const values = useRef({})
  const seen = useRef(null)
  if (seen.current !== view.hash) {
    seen.current = view.hash
    values.current = initialValues(view.blocks, values.current)
  }
  return html`<${ViewSurface} view=${view} values=${values} errors=${{}}
    ><${Blocks} blocks=${view.blocks}
  /><//>`
}

export const Home = () => {
  const workspace = store.use((state) => state.workspace)
  const home = store.use((state) => state.home)
  const direct = workspace.channels.find((one) => one.is_im)
  return html`
    <main class="channel" aria-label="Onboarding, Home">
      <header class="channel-header">
        <${BackToChannels} />
        <img src=${`/playground/avatars/${workspace.bot.userId}.svg`} alt="" width="24" height="24" />
        <h1>${workspace.bot.name}</h1>
        <${AppTabs} place="home" direct=${direct?.id} />
      </header>
      <div class="home" tabindex="0">
        ${
          home
            ? html`<${View} view=${home} />`
            : html`<div class="intro">
                <h3>Nothing here yet</h3>
                <p>The app hasn’t published its Home tab. You can use its commands in any channel.</p>
              </div>`
        }
      </div>
    </main>
  `
}
