import { expect, test } from 'vitest'
import { engines, type EngineName } from '../../support/databases.ts'
import { channel, dana, runningBot, withMore } from '../support/running-bot.ts'
import { soon } from '../support/acts.ts'
import { skipReasons } from '../support/rows/post-rows.ts'
import { passing } from '../support/passing.ts'
import { slackAway } from '../support/slack-away.ts'
import { project } from '../support/stand-in-tracker.ts'

const guest = { user_id: 'U0GUEST' }

/** A channel that was confirmed for Acme Corp, and for guests if one is there already. */
const confirmedForAcme = async (engine: EngineName = 'sqlite', guestsThere = false) => {
  const clock = { now: Date.parse('2026-11-21T12:00:00Z') }
  const running = await runningBot({ engine, now: () => clock.now })
  const { customerSays, slack, confirmed, slackEvent, idle } = running
  slack.shared.add(channel)
  if (guestsThere) slack.guests.add(channel)
  await confirmed(`subscribe "${project.name}" all`)
  /** Slack tells that somebody joined. */
  const joins = async (user: string) => {
    await slackEvent({ type: 'member_joined_channel', channel, user, event_ts: soon(clock.now) })
    await idle()
  }
  const reads = async (text: string) => {
    // The bot remembers for a minute who reads a channel.
    running.bot.deps.slack.forgetChannel(channel)
    await customerSays(text)
    return slack.messages.some((message) => message.channel === channel && message.text.includes(text))
  }
  const told = () => slack.roots(dana).map(({ text }) => text)
  return withMore(running, { clock, joins, reads, told })
}

/** A channel of the team, confirmed for nobody else. */
const confirmedForTheTeam = async (engine: EngineName = 'sqlite') => {
  const running = await runningBot({ engine })
  await running.command(`subscribe "${project.name}" all`)
  const reads = async (text: string) => {
    await running.customerSays(text)
    return running.slack.messages.some((one) => one.channel === channel && one.text.includes(text))
  }
  return withMore(running, { reads, told: () => running.slack.roots(dana).map(({ text }) => text) })
}

for (const engine of engines)
  test.each(['told', 'did not tell'])(
    `on ${engine}, a guest whose joining Slack %s reads nothing new, and the channel is paused until somebody confirms guests`,
    async (tells) => {
      const { slack, joins, reads, told, command, confirmed } = await confirmedForAcme(engine)
      expect(await reads('For Acme')).toBe(true)
      slack.guests.add(channel)
      if (tells === 'told') {
        await joins(guest.user_id)
        expect(told()).toEqual([expect.stringContaining('guests are in the channel now')])
      }
      expect(await reads('Not for Gil')).toBe(false)
      expect(await reads('Nor this')).toBe(false)
      expect(told()).toEqual([expect.stringContaining('guests are in the channel now')])
      const asked = await command(`subscribe "${project.name}"`)
      expect(asked.text).toContain(`People from Acme Corp and guests read <#${channel}>.`)
      await confirmed(`subscribe "${project.name}"`)
      expect(await reads('For all of them')).toBe(true)
      slack.guests.delete(channel)
      expect(await reads('For fewer')).toBe(true)
      expect(told()).toHaveLength(1)
    },
  )

test('nobody is asked again when one more guest or person of that organization joins, or a colleague', async () => {
  const { slack, joins, reads, told } = await confirmedForAcme('sqlite', true)
  const second = { id: 'U0SECOND', team_id: 'T1', is_restricted: true, profile: { real_name: 'Gia Guest' } }
  slack.answers({ method: 'users.info', user: second.id }, { body: { ok: true, user: second } })
  for (const user of [second.id, 'U0CASEY', 'U0LEE']) await joins(user)
  expect(await reads('As before')).toBe(true)
  expect(told()).toEqual([])
})

test('a third organization that Slack did not tell reads nothing new, and the channel is paused until somebody confirms it', async () => {
  const { slack, reads, told, command, confirmed } = await confirmedForAcme()
  expect(await reads('For Acme')).toBe(true)
  slack.organizations.set(channel, ['T2', 'T3'])
  expect(await reads('Not for Initech')).toBe(false)
  expect(told()).toEqual([expect.stringContaining('shared with another organization')])
  const asked = await command(`subscribe "${project.name}"`)
  expect(asked.text).toContain(`People from Acme Corp and Initech read <#${channel}>.`)
  await confirmed(`subscribe "${project.name}"`)
  expect(await reads('For both')).toBe(true)
  slack.organizations.set(channel, ['T3'])
  expect(await reads('For Initech alone')).toBe(true)
  expect(told()).toHaveLength(1)
})

const lee = 'U0LEE'

for (const engine of engines)
  test.each(['told', 'did not tell'])(
    `on ${engine}, a colleague who becomes a guest, as Slack %s, reads nothing more a minute later, and at once if it told`,
    async (tells) => {
      const pass = passing()
      const { slack, reads, told, command, slackEvent, idle, until } = await confirmedForTheTeam(engine)
      expect(await reads('For the team')).toBe(true)
      const lees = { ...slack.users[lee], is_restricted: true }
      slack.users[lee] = lees
      if (tells === 'told') {
        await slackEvent({ type: 'user_change', user: lees, event_ts: soon() })
        await until(() => expect(told()).toEqual([expect.stringContaining('guests are in the channel now')]))
      } else await pass(60_001)
      expect(await reads('Not for Lee')).toBe(false)
      expect(told()).toHaveLength(1)
      const { text } = await command('project', { user_id: lee })
      expect(text).not.toContain(project.name)
      // A status that changes costs no call, and one more event changes nothing.
      const calls = slack.calls.length
      await slackEvent({ type: 'user_change', user: { ...lees, status: '🌴' }, event_ts: soon() })
      await idle()
      expect(slack.calls.slice(calls).map(({ method }) => method)).toEqual([])
    },
  )

test('somebody who was deactivated reads nothing, so a deactivated guest does not make a channel others’', async () => {
  const pass = passing()
  const { slack, reads, command, slackEvent } = await confirmedForTheTeam()
  slack.guests.add(channel)
  slack.users[guest.user_id] = { ...slack.users[guest.user_id], deleted: true }
  await pass(60_001)
  expect(await reads('For the team')).toBe(true)
  const asks = () => command(`project "${project.name}"`, { user_id: lee })
  expect((await asks()).text).toContain(project.name)
  slack.users[lee] = { ...slack.users[lee], deleted: true }
  await slackEvent({ type: 'user_change', user: slack.users[lee], event_ts: soon() })
  expect((await asks()).text).toContain('Slack didn’t tell the app who you are')
})

test.each([
  ['unknown_method', { body: { ok: false, error: 'unknown_method' } }],
  ['an error that nobody listed', { body: { ok: false, error: 'brand_new_error' } }],
])(
  '%s instead of the members pauses a channel of the team until somebody confirms its readers',
  async (_, answer) => {
    const { slack, command, confirmed, reads, told, bot } = await confirmedForTheTeam()
    slack.answers('conversations.members', answer)
    bot.deps.slack.forgetChannel(channel)
    expect(await reads('For whom?')).toBe(false)
    expect(await reads('And this?')).toBe(false)
    expect(told()).toEqual([expect.stringContaining('Slack doesn’t say who reads the channel')])
    expect((await command(`subscribe "${project.name}"`)).text).toContain('Slack doesn’t say who reads')
    await confirmed(`subscribe "${project.name}"`)
    expect(await reads('For whoever is there')).toBe(true)
    expect(JSON.stringify(slack.messages)).not.toContain(project.internal_project_url)
    expect(told()).toHaveLength(1)
  },
)

test('a channel that Slack fails to answer about, or that is closed to the app, is not paused for its readers', async () => {
  const { slack, reads, told, bot, until } = await confirmedForTheTeam()
  slack.answers('conversations.members', { status: 500 }, 1)
  bot.deps.slack.forgetChannel(channel)
  await reads('Once Slack answers')
  await until(() => expect(slack.messages.some(({ text }) => text.includes('Once Slack answers'))).toBe(true))
  slack.answers('conversations.info', { body: { ok: false, error: 'channel_not_found' } })
  slack.refuses(({ method }) => method === 'chat.postMessage', 'channel_not_found')
  bot.deps.slack.forgetChannel(channel)
  expect(await reads('Nobody is there')).toBe(false)
  expect(JSON.stringify(told())).not.toContain('who reads the channel')
})

test('organizations come from the members where Slack lists none, and guests do not hide them', async () => {
  const { slack, reads, told, command, confirmed } = await confirmedForTheTeam()
  slack.shared.add(channel)
  slack.guests.add(channel)
  slack.organizations.set(channel, [])
  const pass = passing()
  await pass(60_001)
  expect(await reads('Not for Acme')).toBe(false)
  expect(told()).toHaveLength(1)
  const question = async () => (await command(`subscribe "${project.name}"`)).text
  expect(await question()).toContain(`People from Acme Corp and guests read <#${channel}>.`)
  slack.users['U0CASEY'] = { id: 'U0CASEY', is_stranger: true }
  await pass(60_001)
  expect(await question()).toContain(`People from another organization and guests read <#${channel}>.`)
  await confirmed(`subscribe "${project.name}"`)
  expect(await reads('For all of them')).toBe(true)
  slack.users['U0CASEY'] = { id: 'U0CASEY', team_id: 'T3' }
  await pass(60_001)
  expect(await reads('Not for Initech')).toBe(false)
  expect(await question()).toContain(`People from Initech and guests read <#${channel}>.`)
})

test('a guest who joined unnoticed finds nothing by a command, because nobody confirmed guests', async () => {
  const { slack, command, bot, confirmed } = await confirmedForAcme()
  slack.guests.add(channel)
  bot.deps.slack.forgetChannel(channel)
  expect((await command('project', guest)).text).not.toContain(project.name)
  await confirmed(`subscribe "${project.name}"`)
  expect((await command('project', guest)).text).toContain(project.name)
})

test('what waits for the team is not posted to the readers whom somebody confirms meanwhile', async () => {
  const { goAway, customerSays, confirms, comeBack, said, database, shares } = await slackAway()
  goAway()
  await customerSays('With a link for the team')
  shares()
  await confirms('subscribe account:"Acme Corp" all')
  const isAnnounced = () => said().some((text) => text.includes(' this channel '))
  await comeBack(isAnnounced, true)
  expect(said().join()).not.toContain('With a link for the team')
  expect(await skipReasons(database)).toEqual(['decided before somebody confirmed who reads the channel'])
})

for (const engine of engines)
  test(`on ${engine}, of two projects in a channel with a new reader, the one that was confirmed again goes on without a loss`, async () => {
    const { tracker, confirmed, slack, reads, told, command, bot } = await confirmedForAcme(engine)
    const second = { ...project, uuid: '44444444-4444-4444-8444-444444444444', name: 'Acme Corp – Rollout' }
    tracker.projects.push(second)
    await confirmed(`subscribe "${second.name}" all`)
    slack.guests.add(channel)
    bot.deps.slack.forgetChannel(channel)
    await confirmed(`subscribe "${project.name}" all`)
    expect(await reads('For Gil, too')).toBe(true)
    expect(told()).toEqual([expect.stringContaining(second.name)])
    expect((await command('subscriptions')).text.match(/Paused/g)).toHaveLength(1)
  })
