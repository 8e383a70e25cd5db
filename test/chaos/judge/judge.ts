import { openOne } from '../../support/open-one.ts'
import { eventRows, postRows, replyRows } from '../../bot/support/rows/post-rows.ts'
import { internalTask, taskNames } from '../plan.ts'
import type { World } from '../build.ts'
import { clocksJump, saidIn, type Case } from './case.ts'
import { judgeComments, judgeTasks } from './posts.ts'
import { judgeReplies } from './replies.ts'

const judgeSecrets = ({ story, said, blame }: Case, internalPage: string): void => {
  const words = [
    internalPage,
    taskNames[internalTask] ?? '?',
    ...[...story.comments.values()].filter(({ task }) => task === internalTask).map(({ key }) => key),
    ...[...story.replies.values()].filter(({ task }) => task === internalTask).map(({ key }) => key),
  ]
  for (const { method, args } of said.reached('shared')) {
    const text = JSON.stringify(args)
    const secret = words.find((word) => text.includes(word))
    if (secret !== undefined) blame('internal in the shared channel', `${secret} by ${method}`)
  }
}

/** The channel has one digest, if one was due, and nothing else. */
const judgeDigest = ({ plan, said, blame }: Case): void => {
  const roots = said.rootsOf('digest')
  const others = roots.filter(({ text }) => !/^\*?Digest/.test(text))
  for (const { text } of others) blame('in a channel for digests', text.slice(0, 120))
  const count = roots.length - others.length
  // If a clock jumps over its time, the digest may come early or not at all.
  const isRight = clocksJump(plan) ? count <= 1 : count === (plan.hasDigest ? 1 : 0)
  if (!isRight) (count === 0 ? blame.inTime : blame)('a digest is not posted once', `${count} digests`)
}

/**
 * Compares the story with the result. Returns how much was set aside. Each is a violation, because faults end within
 * seconds.
 */
export const judge = async ({
  database: { url },
  slack,
  tracker,
  plan,
  story,
  blame,
}: World): Promise<number> => {
  await using database = await openOne(url)
  const [events, posts, replies] = await Promise.all([
    eventRows(database),
    postRows(database),
    replyRows(database),
  ])
  const it: Case = { plan, story, blame, said: saidIn(slack), events, posts, replies }
  judgeComments(it)
  judgeReplies(it)
  judgeTasks(it)
  judgeSecrets(it, tracker.internalPage)
  judgeDigest(it)
  const aside = [
    ...events.filter(({ state }) => state === 'aside').map((row) => `${row.event_name}: ${row.outcome}`),
    ...posts.filter(({ state }) => state === 'failed').map((row) => `${row.kind}: ${row.error}`),
  ]
  for (const one of aside) it.blame('set aside for a fault that passes', one)
  return aside.length
}
