import { expect, test } from 'vitest'
import { steering } from '../support/steering.ts'
import { channel, commentEvent } from '../support/running-bot.ts'

const engines = ['sqlite', 'postgres'] as const

const quoting = async (engine: (typeof engines)[number] = 'sqlite') => {
  const bot = await steering({ engine })
  const { slack, hook, idle, tracker } = bot
  /** What the task's card quotes. */
  const quoted = () =>
    /: “(.+)”$/.exec(slack.roots(channel).findLast(({ text }) => text.startsWith('Task '))?.text ?? '')?.[1]
  const edit = async (uuid: string, words: string) => {
    const comment = tracker.comments.get(uuid)
    if (!comment) throw new Error('no such comment')
    const edited = { ...comment, message_plain: words, edited_at: '2026-11-22T10:00:00Z' }
    tracker.comments.set(uuid, edited)
    await hook(commentEvent(edited, 'comment_updated'))
    await idle()
  }
  const remove = async (uuid: string) => {
    const comment = tracker.comments.get(uuid)
    if (!comment) throw new Error('no such comment')
    tracker.comments.delete(uuid)
    await hook(commentEvent(comment, 'comment_deleted'))
    await idle()
  }
  return { ...bot, quoted, edit, remove }
}

test.each(engines)(
  'a card quotes the newest customer comment of its thread, as it is edited and deleted (%s)',
  async (engine) => {
    const { customerSays, quoted, edit, remove } = await quoting(engine)
    const first = await customerSays('Which day?')
    expect(quoted()).toBe('Which day?')
    const second = await customerSays('Monday?')
    await expect.poll(quoted).toBe('Monday?')
    await edit(second.uuid, 'Or Tuesday?')
    await expect.poll(quoted).toBe('Or Tuesday?')
    await remove(second.uuid)
    await expect.poll(quoted).toBe('Which day?')
    await remove(first.uuid)
    await expect.poll(quoted).toBe(undefined)
  },
)

test('neither what the team says is quoted, nor what the channel left out', async () => {
  const { customerSays, quoted, set, hook, idle, tracker } = await quoting()
  await customerSays('Which day?')
  const team = tracker.addComment({ message_plain: 'Monday', created_by_name: 'Dana Smith' })
  await hook(commentEvent(team, 'comment_new', { modified: { modified_by: { is_customer: false } } }))
  await idle()
  await set({ preset: 'custom', tasks: 'internal' })
  await customerSays('For nobody here')
  await set({ preset: 'custom', tasks: 'all' })
  const last = await customerSays('Are you there?')
  await expect.poll(quoted).toBe('Are you there?')
  tracker.comments.delete(last.uuid)
  await hook(commentEvent(last, 'comment_deleted'))
  await idle()
  await expect.poll(quoted).toBe('Which day?')
})
