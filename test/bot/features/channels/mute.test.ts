import { expect, test } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { putMute } from '../../../../src/bot/store/channel-settings.ts'
import { morningAfter } from '../../../../src/bot/kit/time.ts'
import { validateMessage } from '../../../support/slack-limits.ts'
import { digesting, saturday } from '../../support/digesting.ts'
import { channel, commentEvent, dana, projectEvent } from '../../support/running-bot.ts'
import { valueOf } from '../../support/pressing.ts'
import { project } from '../../support/stand-in-tracker.ts'
import { steering } from '../../support/steering.ts'
import { postRows } from '../../support/rows/post-rows.ts'
import { by, chosen, onHome } from '../../support/acts.ts'

const other = 'C0OTHER'
const hour = 3_600_000

/** A channel to be muted, a clock to be moved, and what the Home tab says last. */
const mutable = async (changes: Parameters<typeof steering>[0] = {}) => {
  let later = 0
  const running = await steering({ now: () => Date.now() + later, ...changes })
  const { slack } = running
  const homes = () => slack.made('views.publish').map(({ view }) => JSON.stringify(view))
  /** Lines in a channel about its updates. */
  const lines = (at = channel) =>
    slack.roots(at).flatMap(({ text }) => (/updates in/.test(text) ? [text.split('\n')[0]] : []))
  /** A comment of the team's, which a mute holds back. */
  const teamSays = (message_plain: string) => {
    const comment = running.tracker.addComment({ message_plain })
    const modified = { modified_by: { full_name: 'Dana Smith', is_customer: false } }
    return running.send(commentEvent(comment, 'comment_new', { modified }))
  }
  return { ...running, homes, lines, teamSays, pass: (ms: number) => (later += ms) }
}

for (const engine of engines)
  test(`a muted channel gets no changes for an hour, but customers’ words, mentions and completed projects; the mute ends by itself, and what it left out is listed (${engine})`, async () => {
    const running = await mutable({ engine })
    const { press, customerSays, teamSays, said, lines, pass, reasons, idle, tracker, slack, writes } =
      running
    const { change, send, until } = running
    await customerSays('Before')
    const action = { type: 'static_select', action_id: 'mute_updates', block_id: 'b', action_ts: '1' }
    const list = await press('mute_updates', '', {
      actions: [{ ...action, ...chosen(`${channel} hour`) }],
      container: { type: 'message', channel_id: channel, message_ts: '1.0', is_ephemeral: true },
    })
    expect(() => validateMessage(list)).not.toThrow()
    expect(list).toMatchObject({ replace_original: true, response_type: 'ephemeral' })
    expect(list.text).toContain('Updates are muted until')
    await idle()
    expect(lines()).toEqual([expect.stringMatching(/^<@U0DANA> muted updates in <#C0ACME> until <!date/)])
    await teamSays('Meanwhile')
    expect(said('Meanwhile')).toEqual([])
    await customerSays('A question')
    await teamSays('@Dana Smith, please')
    change({ project_state: 'Completed' })
    await send(projectEvent('project_completed'))
    for (const words of ['A question', '@Dana Smith, please', 'Project completed'])
      expect(said(words), words).toHaveLength(1)
    expect(await reasons()).toEqual(['left out: the channel was muted'])
    const root = slack.roots(channel).find(({ text }) => text.includes('Kick-off call'))
    await writes('An answer', root?.ts)
    await idle()
    expect(tracker.attempts).toEqual([
      expect.objectContaining({ message_plain: expect.stringContaining('An answer') as string }),
    ])
    pass(hour + 1_000)
    await idle()
    await until(() =>
      expect(said('no longer muted')[0]?.text).toMatch(/1 message was left out:\n• .*Kick-off call/),
    )
    await teamSays('Afterwards')
    expect(said('Afterwards')).toHaveLength(1)
    expect(said('Meanwhile')).toEqual([])
  })

test('*Unmute* on the line in the channel ends it, and says how much was left out; a second press changes nothing', async () => {
  const { press, pressQuietly, teamSays, said, lines, slack, change, send, until } = await mutable()
  await pressQuietly('mute_updates', { option: `${channel} open` })
  const muted = '<@U0DANA> muted updates in <#C0ACME> until someone unmutes the channel.'
  await until(() => expect(lines()).toEqual([muted]))
  await teamSays('One')
  await teamSays('Two')
  change({ project_state: 'Completed' })
  await send(projectEvent('project_completed'))
  const line = slack.made('chat.postMessage').find(({ text }) => String(text).includes('muted updates'))
  await pressQuietly('unmute_updates', { value: valueOf(line, 'unmute_updates') })
  await until(() => expect(lines()).toHaveLength(2))
  expect((await press('unmute_updates', channel)).text).toContain('Nothing is muted there anymore.')
  expect(said('unmuted updates in this channel')[0]?.text).toMatch(
    /2 messages were left out:\n• .*Kick-off call.* \(2 messages\)/,
  )
  await teamSays('Three')
  expect([said('One'), said('Two'), said('Three')].map(({ length }) => length)).toEqual([0, 0, 1])
})

test('*Unmute* counts from the first mute if it was made longer, and not from one that had ended', async () => {
  const { pressQuietly, teamSays, said, lines, pass, until } = await mutable()
  const mute = async (length: string, times: number) => {
    await pressQuietly('mute_updates', { option: `${channel} ${length}` })
    await until(() => expect(lines()).toHaveLength(times))
  }
  await mute('hour', 1)
  await teamSays('During a mute that ends')
  pass(hour + 1_000)
  await mute('hour', 2)
  await teamSays('During the first hour')
  pass(1_000)
  await mute('open', 3)
  await teamSays('Afterwards')
  await pressQuietly('unmute_updates', { value: channel })
  await until(() => expect(said('unmuted updates in this channel')).toHaveLength(1))
  expect(said('unmuted updates in this channel')[0]?.text).toContain('2 messages were left out:')
})

test('the Home tab mutes a channel or all that the person is in, and shows it at once', async () => {
  const { command, viewIn, homes, pressQuietly, lines, teamSays, said, slack, until, tracker } =
    await mutable()
  tracker.addAccounts('Globex')
  await command('subscribe account:Globex', { channel_id: other })
  await command(`subscribe "${project.name}"`, { channel_id: 'C0STRANGE' })
  await pressQuietly('home_page', { value: 'workspace' }, onHome)
  const home = JSON.stringify(await viewIn('views.publish'))
  expect(home).toContain('Mute all my channels…')
  expect(home).toContain(`"value":"${channel} hour"`)
  expect(home).not.toContain('"value":"C0STRANGE hour"')
  expect(home).toContain('Mute #c0acme…')
  expect(home).toContain('"accessibility_label":"Manage subscriptions of #c0acme"')
  await pressQuietly('mute_updates', { option: 'all morning' }, onHome)
  await until(() => expect([lines(), lines(other)].map(({ length }) => length)).toEqual([1, 1]))
  expect(lines('C0STRANGE')).toEqual([])
  await until(() => expect(homes().at(-1)).toContain('Unmute all my channels'))
  expect(homes().at(-1)).toContain('"accessibility_label":"Unmute #c0acme"')
  await teamSays('Where Dana is not')
  expect(said('Where Dana is not').map((message) => message.channel)).toEqual(['C0STRANGE'])
  await pressQuietly('unmute_updates', { value: 'all' }, onHome)
  await until(() => expect([lines(), lines(other)].map(({ length }) => length)).toEqual([2, 2]))
  await until(() => expect(homes().at(-1)).not.toContain('Unmute'))
  await pressQuietly('unmute_updates', { value: 'all' }, onHome)
  await until(() =>
    expect(slack.roots(dana).map(({ text }) => text)).toEqual(['Nothing is muted there anymore.']),
  )
})

test('who is not in a channel, is of another organization, or presses what nobody made, mutes nothing', async () => {
  const { pressQuietly, slack, press, lines, told, until, bot } = await mutable()
  slack.joined.set(dana, [])
  bot.deps.slack.forgetChannel(channel)
  await pressQuietly('mute_updates', { option: `${channel} hour` }, onHome)
  await until(() => expect(told()).toEqual([expect.stringContaining('You’re not in <#C0ACME>')]))
  await pressQuietly('mute_updates', { option: 'all hour' }, onHome)
  await until(() => expect(told().at(-1)).toContain('No channel that you are in receives updates'))
  const casey = by('U0CASEY', 'T2')
  expect((await press('unmute_updates', channel, casey)).text).toContain('Only members of the workspace')
  expect((await press('mute_updates', `${channel} forever`)).text).toContain('no longer works')
  slack.refuses({ method: 'conversations.info', channel: 'C0ELSEWHERE' }, 'channel_not_found')
  expect((await press('mute_updates', 'C0ELSEWHERE hour')).text).toContain('The app isn’t in this channel')
  expect(lines()).toEqual([])
})

test('a colleague from another workspace of our organization is no stranger', async () => {
  const grid = { enterprise_id: 'E1', enterprise_user: { enterprise_id: 'E1' } }
  const ours = { user_id: 'U0BOT', bot_id: 'B0BOT', team_id: 'T1', enterprise_id: 'E1' }
  const running = await mutable()
  running.slack.fault.next = ({ method, args }) => {
    if (method === 'auth.test') return { body: { ok: true, ...ours } }
    if (method === 'users.info' && ['U0GRID', 'U0SOME'].includes(String(args['user'])))
      return { body: { ok: true, user: { id: args['user'], team_id: 'T3', profile: {}, ...grid } } }
    return undefined
  }
  const said = async (id: string, team: string) => {
    return (await running.press('unmute_updates', channel, by(id, team))).text
  }
  expect(await said('U0GRID', 'T3'), 'before the app knows its organization').toContain('Only members')
  await running.restart()
  expect(await said('U0GRID', 'T3')).toContain('Nothing is muted')
  expect(await said('U0SOME', 'E1')).toContain('Nothing is muted')
  expect(await said('U0CASEY', 'T2')).toContain('Only members')
})

test.each([
  ['Europe/Berlin', '2026-11-21T22:30:00Z', '2026-11-22T08:00:00Z'],
  ['Europe/Berlin', '2026-11-21T23:30:00Z', '2026-11-23T08:00:00Z'],
  // The clocks go forward, and back, in the night between.
  ['Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T07:00:00Z'],
  ['Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T08:00:00Z'],
  ['America/Los_Angeles', '2026-11-22T06:00:00Z', '2026-11-22T17:00:00Z'],
  ['Pacific/Auckland', '2026-12-31T10:59:00Z', '2026-12-31T20:00:00Z'],
  ['Asia/Kolkata', '2026-11-21T12:00:00Z', '2026-11-22T03:30:00Z'],
])('in %s at %s, tomorrow 9:00 is %s', (timeZone, at, morning) => {
  expect(new Date(morningAfter(timeZone, Date.parse(at))).toISOString()).toBe(new Date(morning).toISOString())
})

test('a digest that is due while the channel is muted is left out', async () => {
  const { addTask, completes, pass, digests, database, idle } = await digesting()
  await completes(addTask('Data import'))
  await database.transaction((tx) => putMute(tx, { channel, until: undefined, by: dana, at: 1 }))
  await pass(saturday)
  const reasons = async () => {
    await idle()
    return (await postRows(database, { kind: 'digest' })).map(({ error }) => error)
  }
  await expect.poll(reasons).toEqual(['left out: the channel was muted'])
  expect(digests()).toEqual([])
})
