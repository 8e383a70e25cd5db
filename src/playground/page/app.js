import { useEffect } from 'preact/hooks'
import { Channel } from './channel/channel.js'
import { FirstSteps } from './frame/first-steps.js'
import { Home } from './frame/home.js'
import { html } from './kit/html.js'
import { Modals } from './frame/modal.js'
import { OutageBanner } from './frame/outage.js'
import { Pane } from './frame/pane.js'
import { Sidebar } from './frame/sidebar.js'
import { SkipLinks } from './frame/skip-links.js'
import { store } from './state/state.js'
import { Thread } from './channel/thread.js'
import { TopBar } from './frame/top-bar.js'
import { Tracker } from './frame/tracker.js'
import { Question } from './blocks/question.js'

export const App = () => {
  const ready = store.use((state) => state.workspace !== null)
  const me = store.use((state) => state.workspace?.me.id)
  const place = store.use((state) => state.place)
  const thread = store.use((state) => state.thread)
  const pane = store.use((state) => state.pane && `${state.pane.channel} ${state.pane.ts} ${state.pane.url}`)
  const beside = store.use((state) => state.tracker.shown && state.tracker.src !== null)
  const announcement = store.use((state) => state.announcement)
  const menu = store.use((state) => state.menu)
  const notice = store.use((state) => state.notice)
  const name = store.use((state) => state.workspace?.channels.find((one) => one.id === state.place)?.name)
  const team = store.use((state) => state.workspace?.team.name)

  useEffect(() => {
    document.title = `${place === 'home' || place.startsWith('D') ? 'Onboarding' : `#${name ?? ''}`} – ${team ?? 'Playground'} – Slack`
  }, [place, name, team])

  if (!ready) return html`<div class="opening" role="status">Loading the workspace…</div>`
  return html`
    <div class=${`frame ${beside ? 'beside' : ''} ${menu ? 'menu-open' : ''}`}>
      <${SkipLinks} hasThread=${Boolean(thread)} hasTracker=${beside} />
      <${Sidebar} />
      <div class=${`slack ${thread && place !== 'home' ? 'with-thread' : ''} ${pane ? 'with-pane' : ''}`}>
        ${place === 'home' ? html`<${Home} />` : html`<${Channel} key=${`${me} ${place}`} id=${place} />`}
        ${thread && place !== 'home' && html`<${Thread} key=${`${me} ${thread}`} channel=${place} root=${thread} />`}
        ${pane && html`<${Pane} key=${pane} />`}
      </div>
      <div class="banner"><${FirstSteps} /><${OutageBanner} /></div>
      <${TopBar} />
      ${beside && html`<${Tracker} />`}
    </div>
    <${Modals} />
    <${Question} />
    <div class=${`notice ${notice ? 'shown' : ''}`} role="status">${notice}</div>
    <div class="unseen" aria-live="polite">${announcement}</div>
  `
}
