import { actions, callbacks } from '../../../src/bot/kit/ids.ts'
import { project, taskUuid } from './stand-in-tracker.ts'
import { answerIn, by, onHome } from './acts.ts'
import { channel, dana, type RunningTestBot } from './running-bot.ts'

const stringsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'text' && typeof inner === 'string' ? [inner] : stringsIn(inner),
  )
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

const ofHome: readonly string[] = [
  actions.homeCreate,
  actions.homeHelp,
  actions.homePage,
  actions.homeMentions,
  actions.homeYourDay,
  actions.replyDue,
  actions.linkPerson,
]
const inSettings: readonly string[] = [
  actions.settingsPreset,
  actions.settingsLayout,
  actions.settingsModules,
]
export const isInSettings = (name: string): boolean => inSettings.includes(name)

export const placeOf = (name: string): Place => {
  if (isInSettings(name)) return 'dialog'
  return ofHome.includes(name) ? 'home' : 'message'
}

/** Where a press comes from, as Slack says it. On the Home tab and in a dialog there is no channel. */
export const pressedOn = (place: Place): object => {
  if (place === 'message') return {}
  const modal = { id: 'V1', type: 'modal', private_metadata: channel }
  return place === 'home' ? onHome : { ...onHome, view: modal }
}

/** All buttons and menus but the one that only opens a page: that page is the answer. */
export const pressedButtons = Object.values(actions).filter((action) => action !== actions.open)

/** What buttons carry, as messages of a bot that receives the project have them. */
export const currentValues: Readonly<Record<string, string>> = {
  [actions.comment]: taskUuid,
  [actions.correction]: taskUuid,
  [actions.subscribe]: project.uuid,
  [actions.unsubscribe]: project.uuid,
  [actions.choose]: `project ${project.uuid}`,
  [actions.share]: `project ${project.uuid}`,
  [actions.runAgain]: 'projects',
  [actions.showMore]: `comment:${taskUuid}:10`,
  [actions.listMore]: JSON.stringify({ list: 'projects', offset: 0 }),
  [actions.applyField]: JSON.stringify([project.uuid, 'f1', 'EMEA']),
  [actions.homeMentions]: 'off',
}

/** Shortcuts, and dialogs that only say something, are never submitted. */
const neverSubmitted: readonly string[] = [
  callbacks.createShortcut,
  callbacks.commentShortcut,
  callbacks.syncShortcut,
  callbacks.subscriptionsDialog,
]
export const submittedDialogs = Object.values(callbacks).filter(
  (callback) => !neverSubmitted.includes(callback) && !callback.endsWith('_notice'),
)

interface Click {
  value?: string
  user?: string
  team?: string
  on?: Place
  /** Opening a dialog tells nothing: Slack refuses to. */
  withoutDialogs?: boolean
}

interface Submission {
  callback_id: string
  id?: string
  private_metadata?: string
}

/** How long silence has to last to be silence. */
const patienceMs = 2_500

/** Presses anything, and waits for whatever its person is told: an answer, a message, a dialog. */
export const clicking = ({ slack, place, presses, submits }: RunningTestBot) => {
  const told = async (since: number, answer: Promise<unknown>, but = ''): Promise<string> => {
    let answered: unknown
    void answer.then((said) => (answered = said))
    const saying = () =>
      answered ?? slack.calls.slice(since).find(({ method }) => telling.has(method) && method !== but)?.args
    for (const end = Date.now() + patienceMs; saying() === undefined && Date.now() < end;)
      await new Promise((resolve) => setTimeout(resolve, 5))
    const said = saying() as Record<string, unknown> | undefined
    if (said === undefined) return ''
    if (said['delete_original'] === true) return '(the message is taken away)'
    return typeof said['text'] === 'string' ? said['text'] : stringsIn(said).join('\n')
  }

  /** What the last press caused has all been said. */
  const quiet = async () => {
    for (let seen = -1; seen !== slack.calls.length;) {
      seen = slack.calls.length
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
  }

  /** What the person is told; empty when they are told nothing. */
  const click = async (
    actionId: string,
    { value, user = dana, team, on = 'message', withoutDialogs = false }: Click = {},
  ): Promise<string> => {
    const since = slack.calls.length
    const { responseUrl, answer } = place()
    const facts = { ...by(user, team), response_url: responseUrl, ...pressedOn(on) }
    const { status } = await presses(actionId, value, facts)
    return status === 200 ? told(since, answer, withoutDialogs ? 'views.open' : '') : `HTTP ${status}`
  }

  /** What the dialog's person sees: errors at its inputs, another dialog, or what they are told afterwards. */
  const submit = async (
    view: Submission,
    values: Readonly<Record<string, unknown>> = {},
  ): Promise<string> => {
    const since = slack.calls.length
    const response = await submits(view, values)
    if (response.status !== 200) return `HTTP ${response.status}`
    const { errors, view: next } = await answerIn(response)
    if (errors) return Object.values(errors).join('\n')
    if (next) return stringsIn(next).join('\n')
    return told(since, new Promise(() => undefined))
  }
  return { click, submit, quiet }
}
