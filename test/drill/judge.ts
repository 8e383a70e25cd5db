import { defaultInstallation, openDatabase } from '../../src/bot/store/database.ts'
import { allSubscriptions } from '../../src/bot/store/channels/subscriptions.ts'
import { replyRows } from '../bot/support/ledger-rows.ts'
import type { World } from '../chaos/build.ts'
import { readersOf } from '../chaos/judge/case.ts'
import { saidIn } from '../chaos/judge/said.ts'
import { channels, type ChannelName, taskNames } from '../chaos/plan.ts'
import { phaseOf } from './traffic.ts'

export interface Found {
  /** What must not be. */
  readonly violations: readonly string[]
  /** What the gap lost for good. Nobody can find it, and it is listed. */
  readonly lost: readonly string[]
  /** Replies whose authors were asked, because nobody can tell. */
  readonly asked: readonly string[]
  readonly counts: {
    readonly comments: number
    readonly replies: number
    /** Of the gap, in Slack and known again. */
    readonly foundComments: number
    readonly foundReplies: number
  }
}

const askedWords = 'didn’t confirm your reply'

/** Compares what people did with what Slack and the tracker have, and with what the bot knows. */
export const judgeDrill = async ({
  story,
  slack,
  database: { url },
  found: blamed,
}: World): Promise<Found> => {
  const said = saidIn(slack)
  const violations = blamed.map(({ kind, what }) => `${kind}: ${what}`)
  const lost: string[] = []
  const asked: string[] = []
  const where = (task: number): readonly ChannelName[] => [...readersOf(task), 'flat']

  const comments = [...story.comments.values()].filter(({ announced }) => announced !== undefined)
  for (const { key, task } of comments)
    for (const channel of where(task)) {
      const times = said.standing(channel, key).length
      if (times > 1) violations.push(`the comment ${key} stands ${times} times in ${channel}`)
      if (times > 0) continue
      const what = `the comment ${key} in ${channel}`
      if (phaseOf(key) === 'gap') lost.push(`${what}: acknowledged, and not posted before the end`)
      else violations.push(`${what} is lost`)
    }

  const replies = [...story.replies.values()].filter(({ isHeard }) => isHeard)
  for (const { key, task, channel, user, ts } of replies) {
    const made = story.made.filter(({ words }) => words.includes(key)).length
    if (made > 1) violations.push(`the reply ${key} became ${made} comments`)
    const isAsked = said.signs(ts).includes('warning') && said.told(user, askedWords) > 0
    if (isAsked && phaseOf(key) === 'after') violations.push(`the author of ${key} was asked without need`)
    if (isAsked) asked.push(`${key}: ${made === 1 ? 'it is a comment' : 'it is none'}`)
    else if (made === 0) violations.push(`the reply ${key} is lost, and its author was not asked`)
    if (said.standing(channel, key).length > 0) violations.push(`an echo of ${key} in ${channel}`)
    for (const other of where(task).filter((one) => one !== channel)) {
      const times = said.standing(other, key).length
      if (times > 1) violations.push(`the reply ${key} stands ${times} times in ${other}`)
      if (times > 0 || isAsked) continue
      if (phaseOf(key) === 'gap')
        lost.push(`the reply ${key} in ${other}: a comment, and not passed on before the end`)
      else violations.push(`the reply ${key} is not in ${other}`)
    }
  }

  for (const [task, name] of taskNames.entries())
    for (const channel of readersOf(task)) {
      const cards = said.cards(channel, task).length
      if (cards !== 1) violations.push(`${name} has ${cards} cards in ${channel}`)
    }

  await using opened = await openDatabase(url)
  const bot = opened.of(defaultInstallation)
  const subscribed = new Set((await allSubscriptions(bot.sql)).map(({ channel }) => channel))
  if (subscribed.has(channels.digest)) violations.push('the backup has what came after it')
  else lost.push('the subscription of the channel digest')
  const open = (await replyRows(bot)).filter(({ state }) => state === 'stored' || state === 'unknown')
  for (const { source, state } of open) violations.push(`the reply ${source} is still ${state}`)
  const ofGap = <T extends { readonly key: string }>(all: readonly T[]) =>
    all.filter(({ key }) => phaseOf(key) === 'gap')
  return {
    violations,
    lost,
    asked,
    counts: {
      comments: comments.length,
      replies: replies.length,
      foundComments: ofGap(comments).filter(({ key }) => said.standing('team', key).length === 1).length,
      foundReplies: ofGap(replies).filter(({ ts }) => said.signs(ts).includes('white_check_mark')).length,
    },
  }
}
