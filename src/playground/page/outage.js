import { setOutage, setTrackerOutage } from './actions.js'
import { html } from './html.js'
import { Icon } from './icons.js'
import { Menu } from './popover.js'
import { store } from './state.js'

/** Both sides can be made to fail for the app, to watch that nothing gets lost. `means` is what to expect. */
const sides = {
  slack: {
    name: 'Slack',
    set: setOutage,
    kinds: {
      none: { label: 'works' },
      slow: { label: 'is slow', means: 'Each of the app’s calls takes four seconds.' },
      rate_limited: {
        label: 'limits the app’s rate',
        means: 'Messages wait as long as Slack asks, and then come in order.',
      },
      down: { label: 'is down for the app', means: 'Messages wait, and come in order once it is back.' },
      lost: {
        label: 'loses its answers',
        means: 'Every call works and none is answered: the app looks before it posts again.',
      },
      refusing: {
        label: 'refuses messages',
        means: 'Nothing is posted in channels. /onboard status shows what failed, with Retry and Skip.',
      },
    },
  },
  tracker: {
    name: 'Tracker',
    set: setTrackerOutage,
    kinds: {
      none: { label: 'works' },
      slow: { label: 'is slow', means: 'Each of the app’s calls takes four seconds.' },
      down: {
        label: 'is down for the app',
        means: 'Replies wait (⏳) and go in order (✅) once it is back.',
      },
      rate_limited: {
        label: 'limits the app’s rate',
        means: 'Replies wait (⏳). Once it is over they go within a minute, in order.',
      },
      quota: {
        label: 'is out of quota',
        means: 'Nothing is written until the month turns or somebody resumes: /onboard status says so.',
      },
      lost: {
        label: 'loses its answers',
        means: 'Every call works and none is answered: the app waits for the echo, and never writes twice.',
      },
    },
  },
}

const Switch = ({ side, kind }) => {
  const { name, kinds, set } = sides[side]
  const says = `${name} ${kinds[kind].label}`
  const items = Object.entries(kinds).map(([one, { label }]) => ({
    label: `${name} ${label}`,
    hint: one === kind ? '✓' : '',
    onChoose: () => set(one),
  }))
  return html`
    <${Menu}
      label=${`${says}: choose how it treats the app`}
      className=${`toggle outage ${kind}`}
      align="start"
      items=${items}
    >
      <span class="dot" aria-hidden="true"></span>${name} <span class="how">${kinds[kind].label}</span>
      <${Icon} name="chevron" size=${14} />
    <//>
  `
}

/** The switches, in the top bar. The tracker's is offered only where the tracker is the playground's own. */
export const Outages = ({ workspace }) => html`
  <span class="outages" role="group" aria-label="Outages to try">
    <${Switch} side="slack" kind=${workspace.outage} />
    ${workspace.trackerOutage && html`<${Switch} side="tracker" kind=${workspace.trackerOutage} />`}
  </span>
`

const Notice = ({ side, kind }) => {
  const { name, kinds, set } = sides[side]
  return html`
    <p>
      <${Icon} name="warning" size=${16} />
      <span><b>${name} ${kinds[kind].label}.</b> ${kinds[kind].means}</span>
      <button type="button" onClick=${() => set('none')}>
        End it<span class="unseen">: ${name} works again</span>
      </button>
    </p>
  `
}

/** Nobody should wonder why nothing arrives. */
export const OutageBanner = () => {
  const { outage, trackerOutage } = store.use((state) => state.workspace)
  const on = [
    ['slack', outage],
    ['tracker', trackerOutage],
  ].filter(([, kind]) => kind && kind !== 'none')
  return html`<div class="outage-banner" role="status">
    ${on.map(([side, kind]) => html`<${Notice} key=${side} side=${side} kind=${kind} />`)}
  </div>`
}
