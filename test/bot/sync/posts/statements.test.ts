import { expect, test } from 'vitest'
import { freshDatabaseUrl } from '../../../support/databases.ts'
import { inShort } from '../../../support/in-short.ts'
import { costOfEvents } from '../../support/cost-of-events.ts'

/** What decides is read once, and what is written is written once. */
const ofComment = [
  // The event: its row is handed on by whoever stored it. Between these, the tracker is asked for comment and task.
  'select known_comment subscription setting known_task known_project reply_comment person_link channel_setting channel_mute post',
  'insert post',
  'insert known_comment',
  'update inbox',
  'insert lane',
  'insert job',
  'update job',
  // The post: the intent before the call, the result after it.
  'select task_thread known_comment setting subscription post channel_setting channel_mute inbox',
  'update post',
  'update post',
  // The card quotes it now.
  'update post',
  'update lane',
  'update job',
]

test.each(['sqlite', 'postgres'] as const)(
  'a comment in a known thread costs 12 statements from its storing to its message, one for the quote on its card, and two transactions (%s)',
  async (engine) => {
    const costs = await costOfEvents(await freshDatabaseUrl(engine))
    const comment = costs.find(({ of }) => of === 'a comment in a known thread')
    expect(comment?.asked.map(({ text }) => inShort(text))).toEqual(ofComment)
    expect(comment?.transactions).toBe(2)
    const card = costs.find(({ of }) => of === '`task_updated` of a task with a card')
    expect(card?.statements).toBeLessThanOrEqual(12)
    expect(card?.transactions).toBe(2)
  },
)
