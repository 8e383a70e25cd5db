import { setOutage, setTrackerOutage } from '../state/actions.js'
import { html } from '../kit/html.js'
import { Icon } from '../kit/icons.js'
import { Menu } from '../kit/popover.js'
import { store } from '../state/state.js'

/** Slack or the tracker can be made to fail for the app. `means` tells the person what to expect. */
const sides = {
  slack: {
    name: 'Slack',
    set: setOutage,
    kinds: {
      none: { label: 'works' },
      slow: { label: 'is slow', means: 'Each call from the app takes four seconds.' },
      rate_limited: {
        label: 'rate-limits the app',
        means: 'Messages wait as long as Slack asks, then arrive in order.',
      },
      down: {
        label: 'is down for the app',
        means: 'Messages wait, then arrive in order when Slack is back.',
      },
      lost: {
        label: 'loses its answers',
        means: 'Calls succeed but get an error as the answer. The app checks before it posts again.',
      },
      refusing: {
        label: 'refuses messages',
        means: 'Nothing is posted in channels. /onboard status lists what failed, with Retry and Skip.',
      },
    },
  },
  tracker: {
    name: 'Tracker',
    set: setTrackerOutage,
    kinds: {
      none: { label: 'works' },
      slow: { label: 'is slow', means: 'Each call from the app takes four seconds.' },
      down: {
        label: 'is down for the app',
        means: 'Replies wait (⏳), then become comments in order (✅) when the tracker is back.',
      },
      rate_limited: {
        label: 'rate-limits the app',
        means: 'Replies wait (⏳). When this ends, they become comments within a minute, in order.',
      },
      quota: {
        label: 'is out of quota',
        means:
          'Nothing is written until the month ends, an admin resumes in /onboard status, or you turn this off.',
      },
      lost: {
        label: 'loses its answers',
        means: 'Calls succeed but get no answer. The app waits for the echo and never writes twice.',
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
      label=${`${says}: choose a failure`}
      className=${`toggle outage ${kind}`}
      align="start"
      items=${items}
    >
      <span class="dot" aria-hidden="true"></span>${name} <span class="how">${kinds[kind].label}</span>
      <${Icon} name="chevron" size=${14} />
    <//>
  `
}

/** The switches in the top bar. The tracker's appears only with the embedded tracker. */
export const Outages = ({ workspace }) => html`
  <span class="outages" role="group" aria-label="Simulate failures">
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
        Turn off<span class="unseen">: ${name} works again</span>
      </button>
    </p>
  `
}

/** Tells the person why nothing arrives. */
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
