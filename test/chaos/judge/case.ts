import type { eventRows, postRows, replyRows } from '../../bot/support/rows/post-rows.ts'
import { type ChannelName, internalTask, type Plan } from '../plan.ts'
import type { Story } from '../story.ts'
import type { Blame } from '../violations.ts'
import type { Said } from './said.ts'

export interface Case {
  readonly plan: Plan
  readonly story: Story
  readonly said: Said
  readonly blame: Blame
  readonly events: Awaited<ReturnType<typeof eventRows>>
  readonly posts: Awaited<ReturnType<typeof postRows>>
  readonly replies: Awaited<ReturnType<typeof replyRows>>
}

export const clocksJump = ({ faults }: Plan): boolean =>
  faults.some(({ kind }) => kind.group === 'processes' && kind.how === 'clock')

/** Which channels with threads may read a task. */
export const readersOf = (task: number): readonly ChannelName[] =>
  task === internalTask ? ['team'] : ['team', 'shared']
