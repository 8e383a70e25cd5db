import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { subcommandNames, subcommands } from '../../../src/bot/doors/subcommands.ts'
import { callbacks, inputs } from '../../../src/bot/kit/ids.ts'
import { formInputs } from '../../../src/bot/features/projects/messages/project-form.ts'
import { botThatCreates, filledIn } from '../support/creating.ts'
import { currentValues, placeOf, pressedButtons, pressedOn, submittedDialogs } from '../support/clicking.ts'
import { channel, commentEvent, dana, botWithThread, runningBot } from '../support/running-bot.ts'
import { project, taskUuid } from '../support/stand-in-tracker.ts'
import { chosen } from '../support/acts.ts'

/** Slack's patience. Timer and answer stand in one process, so that a busy machine delays both alike. */
const patienceMs = 3_000

/** A bot with a thread, whose tracker answers nothing from `hangs` on until `answers`. */
const slowBot = async () => {
  const running = await botThatCreates()
  const { tracker } = running
  let held = Promise.withResolvers<void>()
  held.resolve()
  const wait = (method: (input: never) => Promise<unknown>) => async (input: never) => {
    await held.promise
    return method(input)
  }
  const waiting = Object.entries(tracker.api).map(([name, method]) => [name, wait(method as never)])
  Object.assign(tracker.api, Object.fromEntries(waiting))
  await running.command(`subscribe "${project.name}"`)
  await running.send(commentEvent(tracker.addComment({ message_plain: 'Where do we start?' })))
  return {
    ...running,
    hangs: () => (held = Promise.withResolvers<void>()),
    answers: () => held.resolve(),
  }
}
type SlowBot = Awaited<ReturnType<typeof slowBot>>

/** One thing a person can do: how it is sent, and whether they were told what came of it. */
interface Deed {
  name: string
  send: () => Promise<Response>
  told: () => boolean
}

const views = ['views.open', 'views.push', 'views.update', 'views.publish']

/** What a person can do, one of each kind, as Slack would send it. */
const deedsOf = ({ slack, place, types, presses, interaction, submits, slackEvent }: SlowBot) => {
  /** A response URL that remembers, and the dialogs that were opened by one trigger. */
  const answering = () => {
    const { responseUrl, answer } = place()
    const at = { response_url: responseUrl, trigger_id: randomUUID() }
    let said: unknown
    void answer.then((given) => (said = given))
    const opened = () =>
      slack.calls.some(({ method, args }) => views.includes(method) && args['trigger_id'] === at.trigger_id)
    return { at, told: () => said !== undefined || opened() }
  }
  const command = (text: string): Deed => {
    const { at, told } = answering()
    // What became of a comment is a message of its own.
    const isTold = () => told() || (text.startsWith('comment ') && slack.whispers(dana).length > 0)
    return { name: `/onboard ${text}`, send: () => types(text, at), told: isTold }
  }
  const button = (action: string, value: string): Deed => {
    const { at, told } = answering()
    const where = placeOf(action)
    const elsewhere = () =>
      where !== 'message' &&
      (slack.made('views.publish').length > 0 || slack.messages.some((message) => message.channel === dana))
    return {
      name: action,
      send: () => presses(action, value, { ...pressedOn(where), ...at }),
      told: () => told() || elsewhere(),
    }
  }
  const shortcut = (facts: object): Deed => {
    const { at, told } = answering()
    return { name: JSON.stringify(facts).slice(0, 60), send: () => interaction({ ...at, ...facts }), told }
  }
  /** `shownBy`: the call of Slack's that shows it. */
  const event = (facts: { type: string } & Record<string, unknown>, shownBy?: string): Deed => ({
    name: facts.type,
    send: () => slackEvent(facts),
    told: () => shownBy === undefined || slack.made(shownBy).length > 0,
  })
  const dialog = (callback: string, metadata: unknown, values: object, told = () => true): Deed => {
    const private_metadata = typeof metadata === 'string' ? metadata : JSON.stringify(metadata)
    const view = { callback_id: callback, private_metadata }
    return { name: callback, send: () => submits(view, values as Record<string, unknown>), told }
  }
  const menu = (action: string): Deed => {
    const view = { id: 'V1', private_metadata: JSON.stringify({ channel, member: true }) }
    const facts = { type: 'block_suggestion', action_id: action, block_id: action, value: 'a', view }
    return { name: action, send: () => interaction(facts), told: () => true }
  }
  return { command, button, shortcut, event, dialog, menu }
}

const inTime = async ({ name, send }: Deed): Promise<string> => {
  const late = new Promise<string>((resolve) => setTimeout(() => resolve(`${name}: too late`), patienceMs))
  const acknowledged = send().then(({ status }) => (status === 200 ? '' : `${name}: HTTP ${status}`))
  return Promise.race([acknowledged, late])
}

/** All at once: the tracker hangs for each, every one is acknowledged, and told when the tracker is back. */
const acknowledges = async (bot: SlowBot, deeds: readonly Deed[]) => {
  bot.hangs()
  const late = (await Promise.all(deeds.map(inTime))).filter((problem) => problem !== '')
  bot.answers()
  expect(late).toEqual([])
  const untold = () => deeds.filter(({ told }) => !told()).map(({ name }) => name)
  await expect.poll(untold, { timeout: 20_000, interval: 50 }).toEqual([])
}

test('every subcommand is acknowledged within 3 s though the tracker takes longer, and answered when it is back', async () => {
  const bot = await slowBot()
  const { command } = deedsOf(bot)
  const words = subcommandNames.flatMap((name) => [...subcommands[name].examples])
  await acknowledges(bot, words.map(command))
})

test('every button is acknowledged within 3 s though the tracker takes longer', async () => {
  const bot = await slowBot()
  const { button } = deedsOf(bot)
  await acknowledges(
    bot,
    pressedButtons.map((action) => button(action, currentValues[action] ?? '1')),
  )
})

test('shortcuts, mentions, the Home tab, links and replies are acknowledged within 3 s though the tracker takes longer', async () => {
  const bot = await slowBot()
  const { shortcut, event } = deedsOf(bot)
  const root = bot.slack.roots(channel).at(-1)
  const message = { ts: '1.5', user: dana, text: 'Please pass it on' }
  const onMessage = { type: 'message_action', callback_id: callbacks.commentShortcut, message_ts: message.ts }
  const [by, { uuid, internal_project_url: url }] = [{ channel, user: dana }, project]
  const mention = { type: 'app_mention', team: 'T1', ts: '2.1', text: '<@U0BOT> projects' }
  const reply = { type: 'message', text: 'On Monday', ts: '4.1', thread_ts: root?.ts }
  const pane = { type: 'entity_details_requested', trigger_id: 'pane', external_ref: { id: uuid } }
  await acknowledges(bot, [
    shortcut({ type: 'shortcut', callback_id: callbacks.createShortcut }),
    shortcut({ ...onMessage, channel: { id: channel }, message }),
    event({ ...mention, ...by }, 'chat.postEphemeral'),
    event({ type: 'app_home_opened', user: dana, tab: 'home' }, 'views.publish'),
    event({ type: 'link_shared', channel, message_ts: '3.1', links: [{ url }] }),
    event({ ...reply, ...by }, 'reactions.add'),
    event({ ...pane, ...by, entity_url: url }, 'entity.presentDetails'),
  ])
})

test('dialogs and menus are acknowledged within 3 s though the tracker takes longer', async () => {
  const bot = await slowBot()
  const { dialog, menu } = deedsOf(bot)
  const words = { comment_text: { value: 'Are we ready?' } }
  const sent = () => bot.tracker.attempts.length >= 2
  const known = [
    dialog(callbacks.commentDialog, { taskUuid, channel }, words, sent),
    dialog(callbacks.commentDialog, { channel }, { ...words, comment_task: chosen(taskUuid) }, sent),
    dialog(
      callbacks.createDialog,
      { more: false },
      filledIn(),
      () => bot.slack.made('views.update').length > 0,
    ),
    dialog(callbacks.createPreview, { request: 1 }, {}),
  ]
  const others = submittedDialogs
    .filter((callback) => !known.some(({ name }) => name === callback))
    .map((callback) => dialog(callback, channel, {}))
  const { playbook, account, owner, team, customers } = formInputs
  const menus = [playbook, account, owner, team, customers, inputs.commentTask].map(menu)
  await acknowledges(bot, [...known, ...others, ...menus])
})

test('a look-up that the tracker takes its time for says so, and its answer replaces the word', async () => {
  const { slack, holdsBack, types } = await runningBot()
  const answers = holdsBack('listProjects')
  await types('projects Acme', { response_url: `${slack.apiUrl}respond` })
  await expect.poll(() => slack.made('respond'), { timeout: 10_000 }).toHaveLength(1)
  expect(slack.made('respond')[0]?.['text']).toContain('taking longer than usual')
  answers()
  await expect.poll(() => slack.made('respond'), { timeout: 10_000 }).toHaveLength(2)
  expect(slack.made('respond')[1]).toMatchObject({ replace_original: true, response_type: 'ephemeral' })
  expect(slack.made('respond')[1]?.['text']).toContain(project.name)
})

test('a dialog that the tracker takes its time for is its own answer: the word about that is taken away', async () => {
  const { slack, holdsBack, viewIn, types } = await runningBot()
  const answers = holdsBack('listUsers')
  await types('create Globex', { response_url: `${slack.apiUrl}respond` })
  await expect.poll(() => slack.made('respond'), { timeout: 10_000 }).toHaveLength(1)
  await viewIn()
  expect(slack.made('views.update')).toEqual([])
  answers()
  await expect.poll(() => slack.made('views.update'), { timeout: 10_000 }).toHaveLength(1)
  await expect.poll(() => slack.made('respond')[1], { timeout: 10_000 }).toEqual({ delete_original: true })
})

test('a request to /slack/events of more than 1 MiB is refused before Bolt reads it', async () => {
  const { signed } = await runningBot()
  expect((await signed(' '.repeat(2 ** 20 + 1), 'application/json')).status).toBe(413)
})

test('a long comment leads to its task in the tracker: to the page that those who read the channel may open', async () => {
  const { slack, tracker, confirmed, send } = await botWithThread()
  slack.shared.add('C0SHARED')
  await confirmed(`subscribe "${project.name}"`, { channel_id: 'C0SHARED' })
  await send(commentEvent(tracker.addComment({ message_plain: 'word '.repeat(3_000) })))
  const said = slack.made('chat.postMessage').filter(({ text }) => String(text).includes('word word'))
  const linkIn = (id: string) => JSON.stringify(said.find((args) => args['channel'] === id)?.['blocks'])
  expect(linkIn(channel)).toContain(`"url":"${project.internal_project_url}#task-${taskUuid}"`)
  expect(linkIn('C0SHARED')).toContain(`"url":"${project.portal_project_url}#task-${taskUuid}"`)
  expect(linkIn('C0SHARED')).not.toContain(project.internal_project_url)
})
