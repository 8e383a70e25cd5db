import { expect, test } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { chosen, deleted, edited } from '../../support/acts.ts'
import { botWithThread, channel, commentEvent, dana, taskEvent } from '../../support/running-bot.ts'
import { project, task, taskUuid } from '../../support/stand-in-tracker.ts'
import { buttonOf, valueOf } from '../../support/pressing.ts'
import { steering } from '../../support/steering.ts'

type Running = Awaited<ReturnType<typeof botWithThread>>

const wordsOf = (view: unknown) => JSON.stringify(view)

/** The person uses a shortcut on a message, and chooses tasks in its dialog. */
const dialogOf = async ({ slack, root, until, actsIn, usesOn, viewIn }: Running, shortcut: string) => {
  const before = slack.made('views.open').length
  await usesOn(shortcut, { user: dana, text: 'We start on Monday' }, { message_ts: root.ts })
  const opened = await viewIn('views.open', before + 1)
  const choose = async (uuid: string, text: string) => {
    const before = slack.made('views.update').length
    const id = 'comment_task'
    const menu = { type: 'external_select', ...chosen(uuid, text) }
    const written = { type: 'plain_text_input', value: 'My own words' }
    await actsIn(opened, { [id]: menu, comment_text: written }, { ...menu, action_id: id, block_id: id })
    await until(() => expect(slack.made('views.update').length).toBeGreaterThan(before))
    return wordsOf(slack.made('views.update').at(-1)?.['view'])
  }
  return { opened: wordsOf(opened), choose }
}

test('a task’s card says last who reads replies, and follows when that changes', async () => {
  const { slack, root, changeTask, send } = await botWithThread()
  const last = () =>
    slack
      .roots(channel)
      .find(({ ts }) => ts === root.ts)
      ?.text.split('\n')
      .at(-1)
  expect(last()).toBe('Acme Corp reads replies.')
  for (const [is_internal, said] of [
    [true, 'Only your team reads replies.'],
    [false, 'Acme Corp reads replies.'],
  ] as const) {
    changeTask({ is_internal })
    await send(taskEvent('task_updated', { is_internal }))
    expect(last()).toBe(said)
  }
})

test('in a flat channel, each message under which a reply becomes a comment says last who reads it', async () => {
  const { set, customerSays, said, hook, idle, tracker, writes, changeTask, send } = await steering()
  await set({ preset: 'custom', layout: 'flat' })
  const comment = await customerSays('Which day?')
  const lines = (words: string) => said(words)[0]?.text.split('\n')
  expect(lines('Which day?')?.at(0)).toContain('Kick-off call')
  expect(lines('Which day?')?.at(-1)).toBe('Acme Corp reads replies.')
  expect(said('Which day?')[0]?.thread_ts).toBeUndefined()
  await writes('Monday', said('Which day?')[0]?.ts)
  await idle()
  expect(tracker.attempts).toEqual([expect.objectContaining({ task_uuid: taskUuid })])
  tracker.comments.set(comment.uuid, { ...comment, message_plain: 'Which week?' })
  await hook(commentEvent(comment, 'comment_updated'))
  changeTask({ is_internal: true, status: 'Completed' })
  await send(taskEvent('task_completed', { is_internal: true }))
  expect(lines('Which week?')?.at(-1)).toBe('Acme Corp reads replies.')
  expect(lines('completed')).toEqual([
    expect.stringMatching(/^✅ .*Kick-off call.* completed by .* · Only your team reads replies\.$/),
  ])
})

test('Comment on a task says who reads the chosen task, and again after another is chosen', async () => {
  const running = await botWithThread()
  const other = { ...task, uuid: '33333333-3333-4333-8333-333333333333', name: 'Staging', is_internal: true }
  running.tracker.tasks.set(other.uuid, other)
  const { opened, choose } = await dialogOf(running, 'comment_on_a_task')
  expect(opened).toContain('Choose a task to see who reads it.')
  const first = await choose(taskUuid, 'Kick-off call')
  expect(first).toMatch(/Kick-off call in Acme Corp[^]*Acme Corp reads this comment\.[^]*My own words/)
  const second = await choose(other.uuid, 'Staging')
  expect(second).toMatch(/Staging in Acme Corp[^]*Only your team reads this comment\./)
  expect(running.tracker.attempts).toEqual([])
})

const guests = 'C0OTHER'

for (const engine of engines)
  test.each([
    ['the team', undefined, 'Acme Corp reads WHAT'],
    ['guests', 'guests', 'Acme Corp and everybody in this channel read WHAT'],
    ['another organization', 'shared', 'Acme Corp and everybody in this channel read WHAT'],
  ] as const)(
    `on ${engine}, card, Comment, Comment on a task, and Sync say the same of a channel that %s reads, and name the other channel where words appear`,
    async (_, kind, sentence) => {
      const running = await botWithThread({ engine })
      const { slack, bot, confirmed, root, until, press, changeTask, send } = running
      if (kind) slack[kind].add(channel)
      slack.guests.add(guests)
      bot.deps.slack.forgetChannel(channel)
      await confirmed(`subscribe "${project.name}"`)
      await confirmed(`subscribe "${project.name}"`, { channel_id: guests })
      changeTask({ status: 'In review' })
      await send(taskEvent('task_updated', { status: 'In review' }))
      const said = (what: string) => `${sentence.replace('WHAT', what)}, also in <#${guests}>.`
      const card = () =>
        slack
          .roots(channel)
          .find(({ ts }) => ts === root.ts)
          ?.text.split('\n')
      await until(() => expect(card()?.at(-1)).toBe(said('replies')))
      const shown = (view: unknown) =>
        wordsOf(view).replaceAll(
          /"},\{"type":"channel","channel_id":"(\w+)"\},\{"type":"text","text":"/g,
          '<#$1>',
        )
      const { choose } = await dialogOf(running, 'comment_on_a_task')
      expect(shown(JSON.parse(await choose(taskUuid, 'Kick-off call')))).toContain(said('this comment'))
      const sync = await dialogOf(running, 'sync_this_thread')
      expect(shown(JSON.parse(await sync.choose(taskUuid, 'Kick-off call')))).toContain(said('replies'))
      void press('comment_on_task', taskUuid)
      await until(() =>
        expect(shown(slack.made('views.open').at(-1)?.['view'])).toContain(said('this comment')),
      )
    },
  )

test('Sync with a task that can’t be synced there says so, and not who reads', async () => {
  const running = await botWithThread()
  running.slack.shared.add(channel)
  running.bot.deps.slack.forgetChannel(channel)
  await running.confirmed(`subscribe "${project.name}"`)
  const other = { ...task, uuid: '33333333-3333-4333-8333-333333333333', name: 'Staging', is_internal: true }
  running.tracker.tasks.set(other.uuid, other)
  const { choose } = await dialogOf(running, 'sync_this_thread')
  const shown = await choose(other.uuid, 'Staging')
  expect(shown).toContain('is an internal task')
  expect(shown).not.toContain('reads replies')
})

test('Sync says the task, its project and who reads, and does nothing before its button', async () => {
  const running = await botWithThread()
  const posted = running.slack.made('chat.postMessage').length
  const { opened, choose } = await dialogOf(running, 'sync_this_thread')
  expect(opened).toContain('Choose a task to see who reads it.')
  const shown = await choose(taskUuid, 'Kick-off call')
  expect(shown).toContain(`Kick-off call in ${project.name}`)
  expect(shown).toContain('Acme Corp reads replies.')
  expect(running.slack.made('chat.postMessage')).toHaveLength(posted)
})

const both = 'Acme Corp and everybody in this channel read this comment.'
const guestsRead = async (running: Running) => {
  running.slack.guests.add(channel)
  running.bot.deps.slack.forgetChannel(channel)
  await running.confirmed(`subscribe "${project.name}"`)
}

for (const engine of engines)
  test(`on ${engine}, where outsiders read, a comment by command says who reads it, and is sent once its author presses Send`, async () => {
    const running = await botWithThread({ engine })
    const { slack, bot, command, types, press, pressIn, tracker, idle, mentions, root } = running
    const sent = () => tracker.attempts.map(({ message_plain: text }) => text)
    await types(`comment ${taskUuid} To the team`)
    await idle()
    expect(slack.whispers(dana)).toEqual([expect.stringContaining('\nAcme Corp reads this comment.')])
    expect(sent()).toEqual(['Dana Smith (Slack): To the team'])
    await guestsRead(running)
    const asked = await command(`comment ${taskUuid} We start on Monday`)
    expect(asked.text).toMatch(/^Send this comment to “Kick-off call”\?\n.*We start on Monday/)
    expect(asked.text.split('\n').at(-1)).toBe(both)
    await idle()
    expect(sent()).toHaveLength(1)
    expect((await pressIn(asked, 'Send', { user: { id: 'U0OTHER', team_id: 'T1' } })).text).toContain(
      'no longer',
    )
    slack.shared.add(channel)
    bot.deps.slack.forgetChannel(channel)
    const again = await pressIn(asked, 'Send')
    expect(again.text).toContain('Send this comment')
    expect(sent()).toHaveLength(1)
    const pressed = await Promise.all([pressIn(again, 'Send'), pressIn(again, 'Send')])
    expect(pressed).toEqual([{ delete_original: true }, { delete_original: true }])
    await idle()
    expect(sent().slice(1)).toEqual(['Dana Smith (Slack): We start on Monday'])
    expect(slack.whispers(dana)).toHaveLength(2)
    expect(slack.whispers(dana)[1]).toContain(`Your comment is on the task ${task.name}.`)
    await mentions('comment And on Tuesday', { thread_ts: root.ts })
    await idle()
    expect(sent()).toHaveLength(2)
    const { text, blocks } = slack.ephemerals(dana).at(-1) ?? {}
    expect(text).toContain('Acme Corp reads this comment.')
    await press('send_comment', valueOf(blocks, 'send_comment'))
    await idle()
    expect(sent().at(-1)).toBe('Dana Smith (Slack): And on Tuesday')
  })

test('Edit opens the dialog with the words, which are then sent in their place', async () => {
  const running = await botWithThread()
  await guestsRead(running)
  const { command, presses, pressIn, submits, viewIn, tracker, idle, slack } = running
  const asked = await command(`comment ${taskUuid} We start on Monday`)
  const edit = async (at: number) => {
    await presses('edit_comment', buttonOf(asked, 'Edit').value)
    return viewIn('views.open', at)
  }
  const view = await edit(1)
  expect(wordsOf(view)).toContain('"initial_value":"We start on Monday"')
  const other = await edit(2)
  const submit = (value: string, id: string, of = view) =>
    submits({ ...of, id }, { comment_text: { type: 'plain_text_input', value } })
  await Promise.all([submit('On Tuesday', 'V1'), submit('On Tuesday', 'V1')])
  await submit('On Friday', 'V2', other)
  expect((await pressIn(asked, 'Send')).text).toContain('no longer')
  await idle()
  expect(tracker.asked()).toEqual(['Dana Smith (Slack): On Tuesday'])
  const long = 'word '.repeat(800)
  const cut = await command(`comment ${taskUuid} ${long}`)
  await presses('edit_comment', buttonOf(cut, 'Edit').value)
  expect(wordsOf(await viewIn('views.open', 3))).toContain('too long for a dialog')
  await pressIn(cut, 'Send')
  await idle()
  expect(tracker.asked().slice(1).join(' ').match(/word/g)).toHaveLength(800)
  expect(slack.made('views.open')).toHaveLength(3)
})

for (const engine of engines)
  test(`on ${engine}, who edits or deletes a comment's reply hears who reads the old words, and ✅ goes from an edited one`, async () => {
    const { slack, confirmed, says, slackEvent, idle } = await botWithThread({ engine })
    slack.guests.add(guests)
    await confirmed(`subscribe "${project.name}"`, { channel_id: guests })
    const { ts } = await says('On Monday')
    expect(slack.made('reactions.add').at(-1)).toMatchObject({ name: 'white_check_mark' })
    await slackEvent(edited(ts, 'On Tuesday'))
    await idle()
    const oldWords = `Acme Corp reads the old words, also in <#${guests}>.`
    expect(slack.whispers(dana).at(-1)).toMatch(/^Your edit changed Slack only/)
    expect(slack.whispers(dana).at(-1)).toContain(oldWords)
    expect(slack.made('reactions.remove').at(-1)).toMatchObject({ name: 'white_check_mark', timestamp: ts })
    const marks = slack.made('reactions.add').length
    await slackEvent(deleted(ts))
    await idle()
    expect(slack.whispers(dana).at(-1)).toMatch(/^Your reply was deleted in Slack only/)
    expect(slack.whispers(dana).at(-1)).toContain(oldWords)
    expect(slack.made('reactions.add')).toHaveLength(marks)
  })
