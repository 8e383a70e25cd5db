import { expect, test } from 'vitest'
import { freshDatabaseUrl } from '../../support/databases.ts'
import { costOfEvents } from '../support/cost-of-events.ts'

test.each(['sqlite', 'postgres'] as const)(
  'a comment in a known thread costs 13 statements in two transactions, from its storing to its message (%s)',
  async (engine) => {
    const costs = await costOfEvents(await freshDatabaseUrl(engine))
    const comment = costs.find(({ of }) => of === 'a comment in a known thread')
    const asked = comment?.asked.map(({ text }) => text).join('\n')
    expect(comment?.statements, asked).toBeLessThanOrEqual(13)
    expect(comment?.transactions, asked).toBe(2)
    const card = costs.find(({ of }) => of === '`task_updated` of a task with a card')
    expect(card?.statements).toBeLessThanOrEqual(13)
    expect(card?.transactions).toBe(2)
  },
)
