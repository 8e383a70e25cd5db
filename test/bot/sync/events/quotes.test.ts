import { quoteIn } from '../../../support/without-quote.ts'
import { expect, test } from 'vitest'
import { engines, type EngineName } from '../../../support/databases.ts'
import { jobRows } from '../../../support/lane-rows.ts'
import { soon } from '../../support/acts.ts'
import { steering } from '../../support/steering.ts'
import { channel, commentEvent, taskEvent } from '../../support/running-bot.ts'
import { project } from '../../support/stand-in-tracker.ts'
import { isLine } from '../../support/slack/trouble.ts'

const quoting = async (engine: EngineName = 'sqlite') => {
  let ahead = 0
  const bot = await steering({ engine, now: () => Date.now() + ahead, cardSlotMs: 500 })
  const { slack, tracker, send } = bot
  /** What the task's card quotes. */
  const quoted = () =>
    quoteIn(slack.roots(channel).findLast(({ text }) => text.startsWith('Task '))?.text ?? '')
  const teamSays = async (words: string) => {
    const team = tracker.addComment({ message_plain: words, created_by_name: 'Dana Smith' })
    await send(commentEvent(team, 'comment_new', { modified: { modified_by: { is_customer: false } } }))
  }
  /** Time passes for the bot alone. */
  const pass = (ms: number) => void (ahead += ms)
  return { ...bot, quoted, teamSays, pass }
}

for (const engine of engines)
  test(`a card quotes the newest customer comment of its thread, as it is edited and deleted (${engine})`, async () => {
    const { customerSays, quoted, edits, deletes } = await quoting(engine)
    const first = await customerSays('Which day?')
    await expect.poll(quoted).toBe('Which day?')
    const second = await customerSays('Monday?')
    await expect.poll(quoted).toBe('Monday?')
    await edits(second, 'Or Tuesday?', { edited_at: '2026-11-22T10:00:00Z' })
    await expect.poll(quoted).toBe('Or Tuesday?')
    await deletes(second)
    await expect.poll(quoted).toBe('Which day?')
    await deletes(first)
    await expect.poll(quoted).toBe(undefined)
  })

test('neither what the team says is quoted, nor what the channel left out', async () => {
  const { customerSays, teamSays, quoted, set, deletes } = await quoting()
  await customerSays('Which day?')
  await teamSays('Monday')
  await set({ preset: 'custom', tasks: 'internal' })
  await customerSays('For nobody here')
  await set({ preset: 'custom', tasks: 'all' })
  const last = await customerSays('Are you there?')
  await expect.poll(quoted).toBe('Are you there?')
  await deletes(last)
  await expect.poll(quoted).toBe('Which day?')
})

test('what was deleted is not quoted any more, though the channel is paused', async () => {
  const { customerSays, quoted, deletes, slack, slackEvent, idle } = await quoting()
  const comment = await customerSays('Which day?')
  await expect.poll(quoted).toBe('Which day?')
  slack.shared.add(channel)
  await slackEvent({ type: 'channel_shared', channel, is_ext_shared: true, event_ts: soon() })
  await idle()
  await deletes(comment)
  const shown = () => slack.messages.filter(({ text }) => text.includes('Which day?'))
  await expect.poll(shown).toEqual([])
})

test('a card quotes with the comment’s own post: the first is posted so, and a change takes no job', async () => {
  const { customerSays, quoted, slack, database, pass } = await quoting()
  await customerSays('Which day?')
  expect(quoted()).toBe('Which day?')
  expect(slack.made('chat.update')).toEqual([])
  pass(600)
  await customerSays('Monday?')
  expect(quoted()).toBe('Monday?')
  expect(slack.made('chat.update')).toHaveLength(1)
  const cards = await jobRows(database, { kind: 'card' })
  expect(cards.filter(({ payload }) => payload.includes('task'))).toEqual([])
})

test('a card whose change Slack refuses quotes later, and the comment is posted once', async () => {
  const { customerSays, quoted, said, slack, pass } = await quoting()
  await customerSays('Which day?')
  pass(600)
  slack.answers('chat.update', { status: 503 }, 1)
  await customerSays('Monday?')
  await expect.poll(quoted).toBe('Monday?')
  expect(slack.made('chat.update').length).toBeGreaterThan(1)
  expect(said('Monday?')).toHaveLength(1)
})

test('a comment that Slack refuses is not quoted', async () => {
  const { customerSays, quoted, teamSays, slack } = await quoting()
  slack.refuses(isLine, 'invalid_arguments')
  await customerSays('Which day?')
  slack.fault.next = undefined
  await expect.poll(quoted).toBe(undefined)
  await teamSays('Monday')
  expect(quoted()).toBe(undefined)
  expect(slack.roots(channel).filter(({ text }) => text.startsWith('Task '))).toHaveLength(1)
})

for (const isNewer of [false, true])
  test(`what was deleted is not quoted any more where its task is internal by now${isNewer ? ', nor once a newer one was to be quoted' : ''}`, async () => {
    const { customerSays, quoted, deletes, slack, confirmed, changeTask, send, pass, idle, bot } =
      await quoting()
    slack.shared.add(channel)
    bot.deps.slack.forgetChannel(channel)
    await confirmed(`subscribe "${project.name}" all`)
    const comment = await customerSays('Which day?')
    await expect.poll(quoted).toBe('Which day?')
    if (isNewer) await customerSays('Monday?')
    changeTask({ is_internal: true })
    await send(taskEvent('task_updated', { is_internal: true }))
    pass(600)
    await idle()
    expect(quoted()).toBe('Which day?')
    await deletes(comment)
    const shown = () => slack.messages.filter(({ text }) => text.includes('Which day?'))
    await expect.poll(shown, { timeout: 3_000 }).toEqual([])
  })
