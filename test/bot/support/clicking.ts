import { randomUUID } from 'node:crypto'
import { actions } from '../../../src/bot/kit/ids.ts'
import { channel, dana, type RunningTestBot } from './running-bot.ts'

const stringsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  if (typeof value !== 'object' || value === null) return []
  const own = Object.entries(value).flatMap(([key, inner]) =>
    key === 'text' && typeof inner === 'string' ? [inner] : stringsIn(inner),
  )
  return own
}

/** Calls by which a person is told something. */
const telling = new Set([
  'chat.postMessage',
  'chat.postEphemeral',
  'chat.update',
  'views.open',
  'views.push',
  'views.update',
  'views.publish',
  'entity.presentDetails',
])

type Place = 'message' | 'home' | 'dialog'

const onHome: readonly string[] = [
  actions.homeCreate,
  actions.homeHelp,
  actions.homePage,
  actions.homeMentions,
  actions.homeYourDay,
  actions.linkPerson,
  actions.notMe,
  actions.unlinkPerson,
]
const inSettings: readonly string[] = [
  actions.settingsPreset,
  actions.settingsLayout,
  actions.settingsModules,
]
export const isInSettings = (name: string): boolean => inSettings.includes(name)

/** Where a button stands. */
export const placeOf = (name: string): Place => {
  if (isInSettings(name)) return 'dialog'
  return onHome.includes(name) ? 'home' : 'message'
}

interface Click {
  value?: string
  user?: string
  team?: string
  /** On the Home tab or in a dialog there is no channel. */
  on?: Place
  /** Opening a dialog tells nothing: Slack refuses to. */
  withoutDialogs?: boolean
  action?: object
}

interface Submission {
  callback_id: string
  id?: string
  private_metadata?: string
  state?: object
}

/** How long silence has to last to be silence. */
const patienceMs = 2_500

/** Presses anything, and waits for whatever its person is told: an answer, a message, a dialog. */
export const clicking = (running: RunningTestBot) => {
  const { interaction, place } = running
  const told = async (since: number, answer: Promise<unknown>, but = ''): Promise<string> => {
    let answered: unknown
    void answer.then((said) => (answered = said))
    const saying = () =>
      answered ??
      running.slack.calls.slice(since).find(({ method }) => telling.has(method) && method !== but)?.args
    for (const end = Date.now() + patienceMs; saying() === undefined && Date.now() < end;)
      await new Promise((resolve) => setTimeout(resolve, 5))
    const said = saying() as Record<string, unknown> | undefined
    if (said === undefined) return ''
    if (said['delete_original'] === true) return '(the message is taken away)'
    return typeof said['text'] === 'string' ? said['text'] : stringsIn(said).join('\n')
  }
  const by = (user: string, team: string) => ({ user: { id: user, team_id: team }, team: { id: team } })
  const viewOf = (type: 'home' | 'modal') => ({
    container: { type: 'view', view_id: 'V1' },
    view: { id: 'V1', type, private_metadata: type === 'modal' ? channel : '' },
  })
  const whereOf = (on: Place) =>
    on !== 'message'
      ? viewOf(on === 'home' ? 'home' : 'modal')
      : {
          channel: { id: channel },
          container: { type: 'message', channel_id: channel, message_ts: '1.0' },
          message: { ts: '1.0' },
        }

  /** What the last press caused has all been said. */
  const quiet = async () => {
    for (let seen = -1; seen !== running.slack.calls.length;) {
      seen = running.slack.calls.length
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
  }

  /** What the person is told; empty when they are told nothing. */
  const click = async (
    actionId: string,
    { value = '', user = dana, team = 'T1', on = 'message', action, withoutDialogs = false }: Click = {},
  ): Promise<string> => {
    const since = running.slack.calls.length
    const { responseUrl, answer } = place()
    const { status } = await interaction({
      type: 'block_actions',
      ...by(user, team),
      ...whereOf(on),
      trigger_id: randomUUID(),
      ...(on === 'message' && { response_url: responseUrl }),
      actions: [
        { type: 'button', action_id: actionId, block_id: 'b', value, action_ts: randomUUID(), ...action },
      ],
    })
    return status === 200 ? told(since, answer, withoutDialogs ? 'views.open' : '') : `HTTP ${status}`
  }

  /** What the dialog's person sees: errors at its inputs, another dialog, or what they are told afterwards. */
  const submit = async (view: Submission, user = dana): Promise<string> => {
    const since = running.slack.calls.length
    const response = await interaction({
      type: 'view_submission',
      ...by(user, 'T1'),
      view: { id: randomUUID(), private_metadata: '', state: { values: {} }, ...view },
    })
    const body = await response.text()
    if (response.status !== 200) return `HTTP ${response.status}`
    const { errors, view: next } = (body === '' ? {} : JSON.parse(body)) as { errors?: object; view?: object }
    if (errors) return Object.values(errors).join('\n')
    if (next) return stringsIn(next).join('\n')
    return told(since, new Promise(() => undefined))
  }
  return { click, submit, quiet }
}
