import { expect, test } from 'vitest'
import { engines } from '../../support/databases.ts'
import { buttonOf } from '../support/pressing.ts'
import { by, chosen, soon, type View } from '../support/acts.ts'
import { callbacks, inputs } from '../../../src/bot/kit/ids.ts'
import { botThatCreates, filledIn, inputOf, wordsOf } from '../support/creating.ts'
import { dana } from '../support/running-bot.ts'
import { pauseSubscriptions } from '../support/rows/subscription-rows.ts'
import { project } from '../support/stand-in-tracker.ts'

const id = 'C0ROOM'
const here = { channel_id: id }
const globex = {
  ...project,
  uuid: '33333333-3333-4333-8333-333333333333',
  name: 'Enterprise Rollout',
  account: { id: 'a2', name: 'Globex', logo_path: null },
}
const second = { ...project, uuid: '44444444-4444-4444-8444-444444444444', name: 'Second Site' }

type Bot = Awaited<ReturnType<typeof theBot>>

const theBot = async (engine: 'sqlite' | 'postgres' = 'sqlite') => {
  const bot = await botThatCreates({ engine })
  bot.tracker.projects.push(globex, second)
  return bot
}

/** Who is in the channels, and what every question and refusal says of them. */
const readers = {
  'the team': { join: () => undefined, named: undefined },
  'another organization': {
    join: ({ slack }: Bot, at: string) => void slack.shared.add(at),
    named: 'People from Acme Corp read',
  },
  guests: { join: ({ slack }: Bot, at: string) => void slack.guests.add(at), named: 'Guests read' },
  'people of whom Slack says nothing': {
    join: ({ slack }: Bot, at: string) => {
      slack.joined.set(dana, [at])
      slack.refuses('conversations.members', 'missing_scope')
    },
    named: 'Slack doesn’t say who reads',
  },
} as const

/** What the channel receives before. */
const before = {
  nothing: undefined,
  'a project of Acme': `subscribe ${project.uuid}`,
  'the account Acme Corp': 'subscribe account:Acme Corp',
} as const

const receivedBy = async (bot: Bot, at = id): Promise<string> =>
  (await bot.database.sql.selectFrom('subscription').selectAll().where('channel', '=', at).execute())
    .map(
      ({ scope, target, paused_at: pausedAt }) => `${scope} ${target}${pausedAt === null ? '' : ' paused'}`,
    )
    .sort()
    .join()

/** Everything that decides what a channel gets. */
const writtenOf = async (bot: Bot, at: string): Promise<string> => {
  const settings = await bot.database.sql.selectFrom('channel_setting').selectAll().execute()
  return JSON.stringify([await receivedBy(bot, at), settings.filter(({ channel }) => channel === at)])
}

const inChannel = (at: string) => ({
  channel: { id: at },
  container: { type: 'message', channel_id: at, message_ts: '1.0' },
})

const confirming = (answer: Parameters<typeof buttonOf>[0]): [string, string] => {
  const isOther = JSON.stringify(answer.blocks).includes('Subscribe anyway')
  const { action, value } = buttonOf(answer, isOther ? 'Subscribe anyway' : 'Subscribe')
  return [action, value]
}

type Shown = Parameters<typeof buttonOf>[0] & { text: string }

/** Each door, as a person uses it. Returns what they see. */
const doors: Readonly<Record<string, (bot: Bot, at: string, what: string) => Promise<Shown>>> = {
  'the command': (bot, at, what) => bot.command(`subscribe ${what}`, { channel_id: at }),
  'the button': (bot, at, what) => bot.press('subscribe_channel', what, inChannel(at)),
  'the mention': (bot, at, what) => saidIn(bot, at, () => bot.mentions(`subscribe ${what}`, { channel: at })),
  'the dialog': (bot, at, what) =>
    saidIn(bot, at, () =>
      bot.submits(
        { callback_id: callbacks.subscribeDialog, private_metadata: at },
        { [inputs.subscribeTo]: chosen(what), [inputs.subscribePreset]: chosen('everything') },
      ),
    ),
}

const saidIn = async (bot: Bot, at: string, act: () => Promise<unknown>): Promise<Shown> => {
  const from = bot.slack.calls.length
  await act()
  const said = () =>
    bot.slack.calls
      .slice(from)
      .map(({ args }) => args)
      .find(({ channel, text }) => channel === at && /[Ss]ubscribe/.test(String(text)))
  await bot.until(() => expect(said()).toBeDefined())
  return said() as unknown as Shown
}

const wanted = [
  [globex.uuid, `${globex.name} (Globex)`],
  [second.uuid, `Subscribe it to ${second.name} (Acme Corp)?`],
] as const

for (const [readBy, { join, named }] of Object.entries(readers))
  test(`in a channel read by ${readBy}, every door asks before the words of another customer, and writes nothing before that`, async () => {
    const bot = await theBot()
    let places = 0
    for (const first of Object.values(before))
      for (const [door, knock] of Object.entries(doors))
        for (const [what, question] of wanted) {
          const at = `C0ROOM${(places += 1)}`
          join(bot, at)
          if (first !== undefined) await bot.confirmed(first, { channel_id: at })
          const was = await writtenOf(bot, at)
          const seen = await knock(bot, at, what)
          const isKnown = first !== undefined && what === second.uuid
          if (named !== undefined && !isKnown) {
            expect(seen.text, door).toContain(`${named} <#${at}>.`)
            expect(seen.text, door).toContain(question)
            await bot.idle()
            expect(await writtenOf(bot, at), door).toBe(was)
            await bot.press(...confirming(seen), inChannel(at))
          } else expect(seen.text, door).toContain('subscribed this channel to')
          expect(await receivedBy(bot, at)).toContain(`project ${what}`)
          const { text } = await bot.command('subscriptions', { channel_id: at })
          expect(text.includes('Set to Everything.')).toBe(door === 'the dialog')
        }
  })

for (const engine of engines)
  test(`on ${engine}, no channel that outsiders read receives all projects, by no door`, async () => {
    const bot = await theBot(engine)
    await bot.command('subscribe all', here)
    bot.slack.shared.add(id)
    bot.bot.deps.slack.forgetChannel(id)
    await pauseSubscriptions(bot.database, 'shared')
    const wayOut =
      /People from Acme Corp read <#C0ROOM>\. So it can’t receive all projects\.[^]*subscribe account:/
    expect((await bot.command('subscribe all', here)).text).toMatch(wayOut)
    expect((await bot.press('subscribe_channel', 'all', inChannel(id))).text).toMatch(wayOut)
    const key = { channel: id, scope: 'all', target: '' }
    const resumed = await bot.press('resume_subscription', JSON.stringify(key), inChannel(id))
    expect(resumed.text).toMatch(wayOut)
    const claimed = JSON.stringify({ ...key, readers: 'T2' })
    expect((await bot.press('confirm_subscribe', claimed, inChannel(id))).text).toMatch(wayOut)
    expect(await receivedBy(bot)).toBe('all  paused')
  })

for (const engine of engines)
  test(`on ${engine}, Resume in a channel that became shared asks first, and again if others came since`, async () => {
    const bot = await theBot(engine)
    await bot.command(`subscribe ${globex.uuid} comments`, here)
    bot.slack.shared.add(id)
    await bot.slackEvent({ type: 'channel_shared', channel: id, event_ts: soon() })
    const key = JSON.stringify({ channel: id, scope: 'project', target: globex.uuid })
    const asked = await bot.press('resume_subscription', key, inChannel(id))
    expect(asked.text).toContain(
      `People from Acme Corp read <#${id}>. Subscribe it to ${globex.name} (Globex)?`,
    )
    expect(await receivedBy(bot)).toBe(`project ${globex.uuid} paused`)
    bot.slack.guests.add(id)
    const again = await bot.press(...confirming(asked), inChannel(id))
    expect(again.text).toContain(`People from Acme Corp and guests read <#${id}>.`)
    expect(await receivedBy(bot)).toBe(`project ${globex.uuid} paused`)
    expect((await bot.press(...confirming(again), inChannel(id))).text).toContain(
      `is subscribed to ${globex.name} (Globex)`,
    )
    expect(await receivedBy(bot)).toBe(`project ${globex.uuid}`)
  })

for (const engine of engines)
  test(`on ${engine}, Subscribe pressed by two people at once is announced once, as is a resumed subscription`, async () => {
    const bot = await theBot(engine)
    bot.slack.shared.add(id)
    const asked = await bot.command(`subscribe ${globex.uuid}`, here)
    const pressed = async () => {
      const press = (user: string) => bot.press(...confirming(asked), { ...inChannel(id), ...by(user) })
      const answers = await Promise.all(['U0DANA', 'U0LEE'].map(press))
      const told = answers.map(({ text }) => /is (already )?subscribed to/.exec(text)?.[0] ?? '').sort()
      expect(told).toEqual(['is already subscribed to', 'is subscribed to'])
      await bot.idle()
      return bot.slack.roots(id).flatMap(({ text }) => / (\w+) (what )?this channel /.exec(text)?.[1] ?? [])
    }
    expect(await pressed()).toEqual(['subscribed'])
    await pauseSubscriptions(bot.database, 'shared')
    expect(await pressed()).toEqual(['subscribed', 'resumed'])
  })

const account = (name: string) => ({ create_account: chosen(name) })
const into = { create_channel: { selected_conversation: id } }

test('New project names who reads the channel, and Create subscribes it for them alone', async () => {
  const bot = await theBot()
  bot.slack.shared.add(id)
  const { view } = await bot.preview({ ...into, ...account('Globex') })
  const words = wordsOf(view)
  expect(words).toContain('People from Acme Corp read')
  expect(words).toContain('(Globex)')
  expect(await receivedBy(bot)).toBe('')
  bot.slack.guests.add(id)
  await bot.create(view)
  await bot.idle()
  await bot.until(() => expect(bot.tracker.made).toHaveLength(1))
  await bot.idle()
  expect(await receivedBy(bot)).toBe('')
  expect(bot.slack.roots(id)).toEqual([])
  expect(bot.slack.roots(dana).at(-1)?.text).toContain(
    `People from Acme Corp and guests read <#${id}>. Subscribe it to`,
  )
})

const opensIn = async (bot: Bot, at: string): Promise<View> => {
  const views = bot.slack.made('views.update').length
  await bot.askToCreate('create', at)
  return bot.opened(views + 1)
}

test('New project proposes its channel only with the one account that the channel receives', async () => {
  const bot = await theBot()
  bot.slack.shared.add(id)
  expect(inputOf(await opensIn(bot, id), 'create_channel')).not.toHaveProperty('initial_conversation')
  await bot.confirmed('subscribe account:Acme Corp', here)
  const view = await opensIn(bot, id)
  expect(inputOf(view, 'create_channel_proposed')).toMatchObject({ initial_conversation: id })
  expect(inputOf(view, 'create_account')).toMatchObject({ initial_option: { value: 'Acme Corp' } })
  const facts = { id: 'V1', callback_id: 'create_dialog', private_metadata: view.private_metadata ?? '' }
  const submitted = async (changes: object) => {
    const { view: preview } = await bot.submitView(facts, filledIn({ ...into, ...changes }))
    return wordsOf(preview)
  }
  expect(await submitted({})).toContain('Acme Corp and everybody in ')
  expect(await submitted(account('Globex'))).toContain('No channel is linked.')
  const own = { create_new_channel: chosen('private') }
  const replaced = await submitted(own)
  expect(replaced).toContain('Only your team reads it')
  expect(replaced).not.toContain('the channel is subscribed')
  // The account's subscription brings it there all the same.
  expect(replaced).toMatch(new RegExp(`also in .*${id}`))
  await bot.confirmed(`subscribe ${globex.uuid}`, here)
  expect(inputOf(await opensIn(bot, id), 'create_channel')).not.toHaveProperty('initial_conversation')
})

test('a proposed channel is withdrawn with its account, and chosen again it asks like any other', async () => {
  const bot = await theBot()
  bot.slack.shared.add(id)
  await bot.confirmed('subscribe account:Acme Corp', here)
  const proposal = await opensIn(bot, id)
  const proposed = { create_channel_proposed: { selected_conversation: id }, create_channel: {} }
  const same = await bot.chooseAccount(proposal, 'acme corp', proposed)
  expect(inputOf(same, 'create_channel_proposed')).toMatchObject({ initial_conversation: id })
  const withdrawn = await bot.chooseAccount(same, 'Globex', proposed)
  expect(inputOf(withdrawn, 'create_channel_proposed')).toBeUndefined()
  expect(inputOf(withdrawn, 'create_channel')).not.toHaveProperty('initial_conversation')
  const facts = { ...withdrawn, id: 'V1' }
  const { view } = await bot.submitView(facts, filledIn({ ...into, ...account('Globex') }))
  expect(wordsOf(view)).toContain('People from Acme Corp read')
  expect(wordsOf(view)).toContain('Globex and everybody in ')
  expect(await receivedBy(bot)).toBe('account Acme Corp')
})
