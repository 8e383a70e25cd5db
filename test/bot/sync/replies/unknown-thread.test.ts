import { expect, test } from 'vitest'
import { botWithThread, dana } from '../../support/running-bot.ts'
import { forgetPosted } from '../../support/rows/post-rows.ts'

/** A thread in Slack whose card the database doesn't have, as after the app was installed again. */
const forgotten = async () => {
  const running = await botWithThread()
  const { database, slack } = running
  await forgetPosted(database)
  const reply = (text: string, facts: object = {}) => running.say(text, { parent_user_id: 'U0BOT', ...facts })
  const told = () => slack.ephemerals(dana).map(({ text }) => String(text))
  return { ...running, reply, told }
}

test('a reply under a card that the database does not have stays in Slack, and its author is told once', async () => {
  const { reply, idle, tracker, told } = await forgotten()
  await reply('One')
  await reply('Two')
  await idle()
  expect(tracker.attempts).toEqual([])
  expect(told()).toEqual([
    'Your reply stays in Slack: the app doesn’t know this thread’s task any more.\nComment with /onboard comment, or reply in the task’s newer thread.',
  ])
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
