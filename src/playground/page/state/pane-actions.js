import { post } from './api.js'
import { store } from './state.js'

/** What a person does with a Work Object, and the app's answers from the stream. */

/** How long Slack waits for an app before it says that nothing came. */
const patienceMs = 3_000

const asWho = () => store.get().as
const set = (change) =>
  store.set(({ pane }) => ({
    pane: pane && { ...pane, ...(typeof change === 'function' ? change(pane) : change) },
  }))

const cardOf = ({ channel, ts, url }) => ({ as: asWho(), channel, ts, url })

/** Shows a notice if the app hasn't answered by then. A later answer still counts. */
const waitFor = (trigger, missing) => {
  setTimeout(() => {
    const { pane } = store.get()
    if (pane && missing(pane) === trigger) set({ late: trigger })
  }, patienceMs)
}

/** The stream may bring an answer before its request returns. Until then, accept any trigger but the previous one. */
const awaiting = ({ trigger, before }) => ({ trigger: null, before: trigger ?? before })
const isAwaited = (trigger, pane) =>
  pane.trigger === null ? trigger !== pane.before : trigger === pane.trigger

export const loadDetails = async () => {
  set((pane) => ({ error: null, late: null, ...awaiting(pane) }))
  const { pane } = store.get()
  const answer = await post('/work-objects/details', cardOf(pane))
  if (!answer.ok) return set({ error: { custom_title: 'Couldn’t open this', custom_message: answer.error } })
  set({ trigger: answer.trigger })
  waitFor(answer.trigger, (now) => (now.answered === now.trigger ? null : now.trigger))
}

export const openPane = (channel, ts, url, card) => {
  const pane = {
    channel,
    ts,
    url,
    card,
    entity: null,
    error: null,
    trigger: null,
    answered: null,
    late: null,
  }
  const old = store.get().pane
  store.set({ pane: { ...pane, ...(old && awaiting(old)) } })
  void loadDetails()
}

export const closePane = () => store.set({ pane: null })

export const pressButton = (where, from, action) =>
  post('/work-objects/press', {
    ...cardOf(where),
    from,
    action_id: action.action_id,
    ...(action.value !== undefined && { value: action.value }),
  })

/** The stream's changes to panes. Those for a pane that is no longer open are ignored. */
export const paneHandlers = {
  pane: ({ trigger, entity, error }) =>
    set((pane) =>
      isAwaited(trigger, pane)
        ? { answered: trigger, trigger, late: null, ...(entity ? { entity, error: null } : { error }) }
        : {},
    ),
}
