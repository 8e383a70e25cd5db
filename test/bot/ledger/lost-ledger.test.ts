import { expect, test } from 'vitest'
import { botWithThread, channel, commentEvent, dana } from '../support/running-bot.ts'
import { project, taskUuid } from '../support/stand-in-tracker.ts'
import { forgetKnown } from '../support/known-rows.ts'
import { forgetPosted } from '../support/ledger-rows.ts'
import { endSubscriptions } from '../support/subscription-rows.ts'

/** A thread in Slack whose card the bot has no row of any more, as after a lost database. */
const forgotten = async () => {
  const running = await botWithThread()
  const { database, slack, root } = running
  await forgetPosted(database)
  await forgetKnown(database)
  const reply = (text: string, facts: object = {}) => running.say(text, { parent_user_id: 'U0BOT', ...facts })
  const told = () => slack.ephemerals(dana).map(({ text }) => String(text))
  return { ...running, reply, told, root }
}

test('a reply under a card that the database forgot becomes a comment: the card itself says on what', async () => {
  const { reply, idle, tracker, slack, hook, root } = await forgotten()
  const { ts } = await reply('Still here?')
  await idle()
  expect(slack.reactions(ts)).toEqual(['white_check_mark'])
  expect(tracker.attempts).toEqual([
    { task_uuid: taskUuid, message_plain: 'Dana Smith (Slack): Still here?' },
  ])
  // From here on the thread is known again.
  await hook(commentEvent(tracker.addComment({ message_plain: 'Yes' })))
  await idle()
  expect(slack.thread(root.ts).at(-1)).toBe('Casey Jones: Yes')
  expect(slack.roots(channel)).toHaveLength(1)
})

test('of a task that the tracker does not have, or a channel that does not receive it, the person is told once', async () => {
  const { reply, idle, tracker, command, told, database } = await forgotten()
  await endSubscriptions(database)
  await reply('One')
  await reply('Two')
  await idle()
  expect(told()).toEqual([
    'Your reply stays in Slack: this channel isn’t subscribed to the project of “Kick-off call”.\nComment with /onboard comment, or subscribe the channel with /onboard subscribe and reply again.',
  ])
  await command(`subscribe "${project.name}"`)
  tracker.tasks.delete(taskUuid)
  await reply('Three', { user: 'U0LEE' })
  await idle()
  expect(tracker.attempts).toEqual([])
})

test('of a channel that receives the project no more, a person of another organization is told no name', async () => {
  const { reply, idle, slack, bot, database } = await forgotten()
  await endSubscriptions(database)
  slack.shared.add(channel)
  bot.deps.slack.forgetChannel(channel)
  await reply('Hello?', { user: 'U0CASEY', user_team: 'T2' })
  await idle()
  const told = slack.ephemerals('U0CASEY').map(({ text }) => String(text))
  expect(told).toEqual([expect.stringContaining('stays in Slack')])
  expect(told.join()).not.toContain('Kick-off')
})

test('threads of other people, of announcements and of answers stay theirs', async () => {
  const { say, idle, tracker, slack, told, root } = await forgotten()
  await say('Under somebody else', { parent_user_id: dana })
  Object.assign(root.metadata?.event_payload ?? {}, { kind: 'project_completed' })
  await say('Congratulations', { parent_user_id: 'U0BOT' })
  Object.assign(root, { metadata: undefined })
  await say('Thanks', { parent_user_id: 'U0BOT' })
  await idle()
  expect(tracker.attempts).toEqual([])
  expect(told()).toEqual([])
  expect(slack.made('reactions.add')).toEqual([])
})

test('an internal task stays out of a channel that is shared by now', async () => {
  const { reply, idle, tracker, slack, bot, told } = await forgotten()
  slack.shared.add(channel)
  bot.deps.slack.forgetChannel(channel)
  Object.assign(tracker.tasks.get(taskUuid) ?? {}, { is_internal: true })
  await reply('Who reads this?')
  await idle()
  expect(tracker.attempts).toEqual([])
  expect(told()[0]).not.toContain('Kick-off call')
})

test('a channel that is shared by now, and was subscribed before, takes no lost thread for its own', async () => {
  const { reply, idle, tracker, slack, bot, told } = await forgotten()
  slack.shared.add(channel)
  bot.deps.slack.forgetChannel(channel)
  await reply('Who reads this?')
  await idle()
  expect(tracker.attempts).toEqual([])
  expect(told()).toEqual([expect.stringContaining('this channel isn’t subscribed to the project')])
})
