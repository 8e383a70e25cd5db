import { expect, test } from 'vitest'
import { createPacer } from '../../../../src/client/pacer.ts'
import { countStatements } from '../../../support/count-statements.ts'
import { jobRows } from '../../../support/lane-rows.ts'
import { botWithThread, channel, commentEvent } from '../../support/running-bot.ts'
import { task } from '../../support/stand-in-tracker.ts'

const gapMs = 50
const places = 40

test('replies that wait for the tracker’s pace are tried at their place in the line, and cost nothing before', async () => {
  const pacer = createPacer({ gapMs, maxWaitMs: 2 * gapMs })
  const keys: string[] = []
  const place = (key: string) => {
    keys.push(key)
    return pacer.place?.(key) ?? 0
  }
  const running = await botWithThread({ place, laneOptions: { sweepMs: 60_000 } })
  const { tracker, slack, say, idle, until, database, root } = running
  for (let n = 0; n < places; n += 1) {
    const uuid = `${n}`.padStart(8, '0') + task.uuid.slice(8)
    tracker.tasks.set(uuid, { ...task, uuid, name: `Task ${n}` })
    const comment = tracker.addComment({ message_plain: `On ${n}`, associated_object_uuid: uuid })
    await running.hook(commentEvent(comment))
  }
  await idle()
  const roots = slack.roots(channel).filter(({ ts }) => ts > root.ts)
  expect(roots).toHaveLength(places)

  const before = tracker.comments.size
  for (const { ts } of roots) await say('We start on Monday', { thread_ts: ts })
  await until(async () =>
    expect(await jobRows(database, { kind: 'reply', state: 'waiting' })).not.toEqual([]),
  )
  const counted = countStatements('sqlite')
  await until(() => expect(tracker.comments.size).toBe(before + places))
  await idle()
  // Once when it came, and once at its place.
  expect(keys.length).toBeLessThanOrEqual(2 * places)
  expect(new Set(keys).size).toBe(places)
  // A reply's own 19 at most. Its first try adds a few, and its storing was not counted.
  expect(counted.statements()).toBeLessThan(20 * places)
})
