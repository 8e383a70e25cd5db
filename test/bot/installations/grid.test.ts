import { withoutQuote } from '../../support/without-quote.ts'
import { expect, test } from 'vitest'
import { findInstallation } from '../../../src/bot/installations/store/installations.ts'
import { allSubscriptions } from '../../../src/bot/store/subscriptions.ts'
import { dana } from '../support/running-bot.ts'
import { project } from '../support/stand-in-tracker.ts'
import { twoInstallations } from '../support/two-installations.ts'
import { eventCallback } from '../support/start-node.ts'
import { orgInstallOf } from './installing.ts'

const ok = (body: object) => ({ body: { ok: true, ...body } })
const refused = (error: string) => ({ body: { ok: false, error } })
const bot = { user_id: 'U0BOT', bot_id: 'B0BOT', team: 'Vendor Group' }
const identity = { ...bot, team_id: 'E1', enterprise_id: 'E1', is_enterprise_install: true }
const lists = ['users.list', 'users.conversations', 'conversations.list']
const sister = 'U0SISTER'
const channelOf: Readonly<Record<string, string>> = { T7: 'C0SEVEN', T8: 'C0EIGHT' }

/** An organization of two workspaces with one installation, whose token needs a workspace where something is listed. */
const organization = async () => {
  const two = await twoInstallations({ install: orgInstallOf('E1', { token: 'xoxb-E1', installedBy: dana }) })
  const { slack } = two
  const state = {
    covered: ['T7', 'T8'],
    /** Channels that the app is not in. */
    left: new Set<string>(),
  }
  const person = (id: string, team: string) => ({
    id,
    team_id: team,
    profile: { real_name: id },
    enterprise_user: { enterprise_id: 'E1', teams: [team] },
    is_admin: id === dana,
  })
  const isGone = (channel: string) => !state.covered.some((team) => channelOf[team] === channel)
  slack.fault.next = ({ method, args }) => {
    const { team_id: team, user, channel } = args as Record<string, string | undefined>
    if (method === 'auth.test') return ok(identity)
    if (method === 'auth.teams.list') return ok({ teams: state.covered.map((id) => ({ id })) })
    if (lists.includes(method) && team === undefined) return refused('missing_argument')
    if (method === 'users.list')
      return ok({ members: [team === 'T7' ? person(dana, 'T7') : person(sister, 'T8')] })
    if (method === 'users.conversations') return ok({ channels: [{ id: channelOf[team ?? ''] }] })
    if (method === 'users.info' && (user === dana || user === sister))
      return ok({ user: person(user, user === dana ? 'T7' : 'T8') })
    if (!channel) return undefined
    if (method !== 'chat.postMessage' && isGone(channel) && channel.startsWith('C'))
      return refused('team_access_not_granted')
    if (method === 'conversations.members') return ok({ members: ['U0BOT', dana, sister] })
    if (method !== 'conversations.info') return undefined
    const shown = { is_org_shared: true, is_shared: true, is_ext_shared: slack.shared.has(channel) }
    return ok({ channel: { id: channel, name: channel, is_member: !state.left.has(channel), ...shown } })
  }
  const command = (text: string, team: string, user: string) =>
    two.command(text, {
      team_id: team,
      enterprise_id: 'E1',
      is_enterprise_install: 'true',
      user_id: user,
      channel_id: channelOf[team] ?? 'C0SEVEN',
    })
  const event = async (facts: object, authorization: object = {}) => {
    const whole = { enterprise_id: 'E1', team_id: null }
    const authorizations = [{ ...whole, is_bot: true, is_enterprise_install: true, ...authorization }]
    const sent = eventCallback(facts, `Ev${Math.random()}`, 'T1', { ...whole, authorizations })
    expect((await two.signed(sent, 'application/json')).status).toBe(200)
    await two.idle()
  }
  const inOrganization = { team: { id: 'T7' }, enterprise: { id: 'E1' }, is_enterprise_install: true }
  await two.connect('the-key', inOrganization)
  const comment = async (text: string) => {
    await two.commentThere(text)
    await two.idle()
    return slack.messages
      .filter((message) => withoutQuote(message.text).includes(text))
      .map(({ channel }) => channel)
      .sort()
      .reverse()
  }
  const paused = async () =>
    (await allSubscriptions((await two.depsThere()).database.sql)).map((one) => one.paused?.reason)
  return { ...two, state, command, event, comment, paused }
}

test('people of every workspace of an organization are colleagues, and nobody of another organization is', async () => {
  const { command, comment, slack } = await organization()
  for (const [team, user] of [
    ['T7', dana],
    ['T8', sister],
  ] as const) {
    expect((await command('projects', team, user)).text).toContain(project.name)
    expect((await command('subscribe all', team, user)).text).toContain('receives')
  }
  expect(await comment('For both')).toEqual(['C0SEVEN', 'C0EIGHT'])
  // A channel that only they read is not shared with another organization.
  expect(JSON.stringify(slack.messages)).toContain(project.internal_project_url)
  expect((await command('projects', 'T9', 'U0CASEY')).text).toContain('Only members')
})

test('a channel that is shared with a sister workspace goes on, and one that is shared with another organization pauses', async () => {
  const { command, event, paused, slack } = await organization()
  await command('subscribe all', 'T7', dana)
  const shared = { type: 'channel_shared', channel: 'C0SEVEN', event_ts: `${Date.now() / 1_000 + 1}` }
  await event({ ...shared, connected_team_id: 'T8' })
  expect(await paused()).toEqual([undefined])
  slack.shared.add('C0SEVEN')
  await event({ ...shared, connected_team_id: 'E2' })
  expect(await paused()).toEqual(['shared'])
})

test('a workspace that an organization takes the app away from hears nothing, and goes on when it is back', async () => {
  const { command, event, comment, paused, state, slack } = await organization()
  await command('subscribe all', 'T7', dana)
  await command('subscribe all', 'T8', sister)
  state.covered = ['T7']
  await event({ type: 'team_access_revoked', team_ids: ['T8'] })
  expect(await paused()).toEqual([undefined, 'team_access_not_granted'])
  expect(slack.roots(sister).map(({ text }) => text)).toEqual([
    expect.stringContaining('the app was removed from the channel’s workspace'),
  ])
  expect(await comment('While it is away')).toEqual(['C0SEVEN'])

  state.covered = ['T7', 'T8']
  state.left.add('C0EIGHT')
  await event({ type: 'team_access_granted', team_ids: ['T8'] })
  expect(await paused()).toEqual([undefined, 'team_access_not_granted'])
  state.left.clear()
  await event({ type: 'member_joined_channel', channel: 'C0EIGHT', user: 'U0BOT' })
  expect(await paused()).toEqual([undefined, undefined])
  expect(await comment('Back again')).toEqual(['C0SEVEN', 'C0EIGHT'])
})

test('a workspace whose channels kept the app goes on as soon as it is granted again', async () => {
  const { command, event, paused, state } = await organization()
  await command('subscribe all', 'T8', sister)
  state.covered = ['T7']
  await event({ type: 'team_access_revoked', team_ids: ['T8'] })
  expect(await paused()).toEqual(['team_access_not_granted'])
  state.covered = ['T7', 'T8']
  await event({ type: 'team_access_granted', team_ids: ['T8'] })
  expect(await paused()).toEqual([undefined])
})

test('a workspace that removes its own installation, which is erased already, does not remove the organization’s', async () => {
  const organized = await organization()
  const ofWorkspace = { team_id: 'T7', is_enterprise_install: false }
  await organized.event({ type: 'tokens_revoked', tokens: { oauth: [], bot: ['U0BOT'] } }, ofWorkspace)
  await organized.event({ type: 'app_uninstalled' }, ofWorkspace)
  expect(await findInstallation(organized.tables.sql, organized.id)).toMatchObject({ state: 'active' })
})
