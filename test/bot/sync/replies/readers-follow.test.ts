import { soon } from '../../support/acts.ts'
import { withoutQuote } from '../../../support/without-quote.ts'
import { expect, test } from 'vitest'
import { engines } from '../../../support/databases.ts'
import type { SettingsForm } from '../../../../src/bot/features/channels/settings.ts'
import { settingsMetadataOf, settingsValues } from '../../support/settings-values.ts'
import { channel, commentEvent, taskEvent } from '../../support/running-bot.ts'
import { steering } from '../../support/steering.ts'
import { project, task, taskUuid } from '../../support/stand-in-tracker.ts'
import { rootTs, threadOfPeople } from '../../support/thread-of-people.ts'

type Bot = Awaited<ReturnType<typeof steering>>

/** What the task's card says, line by line, without what it quotes. It is the newest message that a thread is under. */
const cardOf = ({ slack }: Bot): string[] => {
  const root = slack.messages.findLast(({ thread_ts: ts }) => ts !== undefined)?.thread_ts
  return withoutQuote(slack.messages.find(({ ts }) => ts === root)?.text ?? '').split('\n')
}

const lastLine = (bot: Bot) => cardOf(bot).at(-1)

const becomes = async ({ slack, slackEvent, idle }: Bot, kind: 'channel_shared' | 'channel_unshared') => {
  if (kind === 'channel_shared') slack.shared.add(channel)
  else slack.shared.delete(channel)
  await slackEvent({ type: kind, channel, is_ext_shared: kind === 'channel_shared', event_ts: soon() })
  await idle()
}

for (const engine of engines)
  test(`a card’s last line follows when replies become one-way, and two-way again (${engine})`, async () => {
    const bot = await steering({ engine })
    await bot.customerSays('Which day?')
    expect(lastLine(bot)).toBe('Acme Corp reads replies.')
    await bot.set({ preset: 'custom', replies: 'one-way' })
    expect(lastLine(bot)).toBe('Replies stay in Slack.')
    await bot.send(taskEvent('task_updated'))
    expect(lastLine(bot)).toBe('Replies stay in Slack.')
    const updates = () => bot.slack.made('chat.update').length
    const before = updates()
    await bot.set({ preset: 'custom', tasks: 'visible' })
    expect(updates()).toBe(before)
    await bot.set({ preset: 'custom', replies: 'two-way' })
    expect(lastLine(bot)).toBe('Acme Corp reads replies.')
  })

for (const engine of engines)
  test(`a card’s last line follows when others begin to read the channel, though it is paused, and when they leave (${engine})`, async () => {
    const bot = await steering({ engine })
    await bot.customerSays('Which day?')
    const before = cardOf(bot)
    await becomes(bot, 'channel_shared')
    expect((await bot.command('subscriptions')).text).toContain('Paused')
    expect(cardOf(bot)).toEqual([
      ...before
        .slice(0, -1)
        .map((said) => said.replace('/projects/', '/portal/projects/').replace(' · Kickoff', '')),
      'Acme Corp and everybody in this channel read replies.',
    ])
    await becomes(bot, 'channel_unshared')
    expect(cardOf(bot)).toEqual(before)
  })

test('an internal task’s card says nothing of it once others read the channel, but who reads replies', async () => {
  const bot = await steering()
  bot.changeTask({ is_internal: true })
  await bot.customerSays('Between us')
  const before = cardOf(bot)
  expect(before.at(-1)).toBe('Only your team reads replies.')
  await becomes(bot, 'channel_shared')
  expect(cardOf(bot)).toEqual([
    'This message isn’t shown in this channel anymore',
    'Everybody in this channel reads replies.',
  ])
  await becomes(bot, 'channel_unshared')
  expect(cardOf(bot)).toEqual(before)
})

test('the line of a synced thread follows too, and what is about completed tasks costs nothing', async () => {
  const bot = await steering()
  const thread = await threadOfPeople(bot)
  await thread.mention(`sync ${taskUuid}`)
  const synced = () => bot.slack.thread(rootTs).find((text) => text.includes('synced this thread'))
  expect(synced()).toContain('Replies here become comments')
  await bot.set({ preset: 'custom', replies: 'one-way' })
  expect(synced()).toContain('Replies stay in Slack, as set for this channel.')
  expect(await thread.sync()).toContain('Replies stay in Slack, as set for this channel.')
  await bot.set({ preset: 'custom', replies: 'two-way' })
  expect(synced()).toContain('Acme Corp reads replies.')
  bot.changeTask({ status: 'Completed' })
  await bot.send(taskEvent('task_completed'))
  const before = bot.slack.made('chat.update').length
  await bot.set({ preset: 'custom', replies: 'one-way' })
  expect(bot.slack.made('chat.update')).toHaveLength(before)
})

test('a flat comment says who reads replies now', async () => {
  const bot = await steering()
  await bot.set({ preset: 'custom', layout: 'flat' })
  await bot.customerSays('Which day?')
  const said = () => bot.said('Which day?')[0]?.text.split('\n').at(-1)
  expect(said()).toBe('Acme Corp reads replies.')
  await bot.set({ preset: 'custom', replies: 'one-way', layout: 'flat' })
  expect(said()).toBe('Replies stay in Slack.')
  await bot.set({ preset: 'custom', replies: 'two-way', layout: 'flat' })
  await becomes(bot, 'channel_shared')
  expect(said()).toBe('Acme Corp and everybody in this channel read replies.')
})

test.each(['threads', 'flat'] as const)(
  'what was posted for the team keeps its links and its module from others, whatever changes it later (%s)',
  async (layout) => {
    const bot = await steering()
    if (layout === 'flat') await bot.set({ preset: 'custom', layout })
    const comment = await bot.customerSays('Which day?')
    const shown = () => JSON.stringify(bot.slack.messages.filter((one) => one.channel === channel))
    expect(shown()).toContain('tracker.example/projects/')
    await becomes(bot, 'channel_shared')
    await bot.confirmed(`subscribe "${project.name}"`)
    await bot.edits(comment, 'Which weekday?')
    await bot.customerSays('Or Friday?')
    expect(shown()).toContain('Which weekday?')
    expect(shown()).toContain('Or Friday?')
    expect(shown()).not.toContain('tracker.example/projects/')
    expect(shown()).not.toContain('Kickoff')
  },
)

test('a message in the channel itself takes no link from a card that was posted for the team', async () => {
  const bot = await steering()
  await bot.customerSays('Which day?')
  await becomes(bot, 'channel_shared')
  await bot.confirmed(`subscribe "${project.name}"`)
  await bot.set({ preset: 'custom', layout: 'flat' })
  await bot.customerSays('Or Friday?')
  const [message] = bot.said('Or Friday?')
  expect(message?.text).toContain('tracker.example/portal/projects/')
  expect(JSON.stringify(message)).not.toContain('tracker.example/projects/')
})

test('a card that is posted again for others shows no team’s link and no module', async () => {
  const clock = { ahead: 0 }
  const bot = await steering({ now: () => Date.now() + clock.ahead })
  await bot.customerSays('Which day?')
  const root = bot.slack.roots(channel).at(-1)
  await becomes(bot, 'channel_shared')
  await bot.confirmed(`subscribe "${project.name}"`)
  await bot.idle()
  clock.ahead = 120_000
  bot.slack.fault.next = ({ method, args }) =>
    method === 'chat.postMessage' && args['thread_ts'] === root?.ts
      ? { body: { ok: false, error: 'thread_not_found' } }
      : undefined
  await bot.customerSays('Or Friday?')
  const [again] = bot.slack.roots(channel).slice(-1)
  expect(again?.text).toContain(task.name)
  expect(again?.text).toContain('/portal/projects/')
  expect(JSON.stringify(bot.slack.messages.filter(({ ts }) => ts === again?.ts))).not.toMatch(
    /example\/projects|Kickoff/,
  )
})

test('what is deleted on an internal task names nobody to others, and its deleted card takes no replies', async () => {
  const bot = await steering()
  bot.changeTask({ is_internal: true })
  const comment = await bot.customerSays('Between us')
  await becomes(bot, 'channel_shared')
  await bot.deletes(comment)
  const inThread = bot.slack.messages.flatMap(({ thread_ts: ts, text }) => (ts === undefined ? [] : [text]))
  expect(inThread).toEqual(['This message isn’t shown in this channel anymore'])
  bot.tracker.tasks.delete(taskUuid)
  await bot.send(taskEvent('task_deleted'))
  expect(cardOf(bot)).toEqual(['This message isn’t shown in this channel anymore'])
})

test('what happened to a reply below a flat comment of an internal task names nobody to others', async () => {
  const bot = await steering()
  await bot.set({ preset: 'custom', layout: 'flat' })
  bot.changeTask({ is_internal: true })
  await bot.customerSays('Between us')
  const flat = bot.said('Between us')[0]?.ts
  await bot.writes('Only for the team', flat)
  await bot.idle()
  const own = bot.tracker.newest()
  await bot.edits(own, 'Only for my team')
  const line = bot.said('Only for my team')[0]?.ts
  expect(line).toBeDefined()
  await becomes(bot, 'channel_shared')
  await bot.deletes(own)
  expect(bot.slack.messages.find(({ ts }) => ts === line)?.text).toBe(
    'This message isn’t shown in this channel anymore',
  )
})

const guests = 'C0OTHER'
const there = { channel_id: guests }

for (const engine of engines)
  test.each([
    ['the project', `"${project.name}"`],
    ['its account', 'account:"Acme Corp"'],
  ])(
    `on ${engine}, messages name another channel where the words appear once that subscribes to %s, and no more when it pauses, gets no comments, is the team’s alone, or unsubscribes`,
    async (_, target) => {
      const bot = await steering({ engine })
      const { slack, confirmed, command, slackEvent, idle, submit } = bot
      for (const layout of ['flat', 'threads'] as const) {
        await bot.set({ preset: 'custom', layout })
        await bot.customerSays('Which day?')
      }
      await (await threadOfPeople(bot)).mention(`sync ${taskUuid}`)
      slack.guests.add(guests)
      const isNamed = async () => {
        await idle()
        const here = slack.messages.filter((one) => one.channel === channel).map(({ text }) => text)
        const ends = here.flatMap((text) => /Acme Corp reads replies(.*)/.exec(text)?.[1] ?? [])
        expect(ends).toEqual(Array(3).fill(ends[0]))
        expect(['.', `, also in <#${guests}>.`]).toContain(ends[0])
        return ends[0] !== '.'
      }
      const subscribes = () => confirmed(`subscribe ${target}`, there)
      const happens = (type: string) => slackEvent({ type, channel: guests, event_ts: soon() })
      const sets = (form: SettingsForm) =>
        submit('settings_dialog', settingsMetadataOf(guests), settingsValues(form))
      expect(await isNamed()).toBe(false)
      await subscribes()
      expect(await isNamed()).toBe(true)
      await happens('channel_archive')
      expect(await isNamed()).toBe(false)
      await subscribes()
      expect(await isNamed()).toBe(true)
      await sets({ preset: 'custom', events: ['project_completed'] })
      expect(await isNamed()).toBe(false)
      await sets({ preset: 'custom', events: ['comments'] })
      expect(await isNamed()).toBe(true)
      slack.guests.delete(guests)
      await happens('channel_unshared')
      expect(await isNamed()).toBe(false)
      slack.guests.add(guests)
      await happens('channel_shared')
      await subscribes()
      expect(await isNamed()).toBe(true)
      const before = slack.made('chat.update').length
      await command('unsubscribe all', there)
      expect(await isNamed()).toBe(false)
      expect(slack.made('chat.update')).toHaveLength(before + 3)
    },
  )

test('of many open tasks, the newest fifty follow another channel, and none that is completed', async () => {
  const bot = await steering()
  const { slack, tracker, send, confirmed, idle } = bot
  for (let n = 0; n < 52; n += 1) {
    const of = { associated_object_uuid: `33333333-3333-4333-8333-0000000000${10 + n}` }
    tracker.tasks.set(of.associated_object_uuid, { ...task, uuid: of.associated_object_uuid })
    await send(
      commentEvent(tracker.addComment({ message_plain: 'Which day?', ...of, created_by_name: `${n}` })),
    )
  }
  bot.changeTask({ status: 'Completed' })
  await bot.customerSays('Is it over?')
  slack.guests.add(guests)
  const before = slack.made('chat.update').length
  await confirmed(`subscribe "${project.name}"`, there)
  await idle()
  const updates = slack.made('chat.update').slice(before)
  expect(updates).toHaveLength(50)
  expect(updates.every(({ text }) => String(text).includes(`also in <#${guests}>`))).toBe(true)
})
