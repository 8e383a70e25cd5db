import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../chaos/build.ts'
import { seen } from '../chaos/set-up.ts'

/** In the order in which they happen. */
export type Phase = 'before' | 'gap' | 'after'

/** Its thread begins after the backup. */
const lateTask = 1
const earlyTasks = [0, 2]

const numbered = (letter: string, n: number) => `${letter}${String(n).padStart(3, '0')}x`

/** The phase is a part of each key: hundreds. */
export const phaseOf = (key: string): Phase =>
  (['before', 'gap', 'after'] as const)[Number(key[1])] ?? 'before'

/** People of the tracker and of Slack. */
export const createTraffic = ({ slack, tracker }: Pick<World, 'slack' | 'tracker'>) => {
  const counts = { before: 0, gap: 100, after: 200 }
  const reply = (n: number, task: number) => {
    const isShared = n % 3 === 0 && task !== 2
    slack.reply(numbered('r', n), {
      task,
      channel: isShared ? 'shared' : 'team',
      user: isShared ? 'U0CASEY' : n % 2 ? 'U0DANA' : 'U0LEE',
      isLong: false,
    })
  }
  return {
    firstCards: async () => {
      for (const task of earlyTasks) {
        await tracker.comment(numbered('c', counts.before++), task)
        await seen('the card of a task', () => slack.rootOf('team', task))
      }
    },
    /** Two comments, two replies, and a changed task. */
    round: async (phase: Phase) => {
      const tasks = phase === 'before' ? earlyTasks : [lateTask, 0]
      for (const task of tasks) {
        const n = counts[phase]++
        await tracker.comment(numbered('c', n), task)
        await sleep(100)
        reply(n, task)
      }
      await tracker.changeTask(0, `Person ${numbered('a', counts[phase])}`)
    },
  }
}
