import { isoTime, waitLeft } from '../../../contract/dates.ts'
import { digestedUntil } from './store/channel-digests.ts'
import { lastPlanned } from '../../sync/posts/store/past-posts.ts'
import { digest } from '../../sync/posts/messages/digest.ts'
import { digestEmpty, digestPosted, digestProject } from './messages/digest-posted.ts'
import type { Message } from '../../kit/message.ts'
import type { Here } from '../../audience/actor.ts'
import { maySteer } from '../../audience/may.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { digestFacts, digestOfProject } from './digest-facts.ts'
import { commitDigest } from './post-digest.ts'
import { staleButton } from '../../answers/messages/press-again.ts'
import type { Answer } from '../../answers/answer.ts'

/** *Show more*: more of a project, or more projects, in their current state. */
export const moreOfDigest = async (deps: BotDeps, reader: Here, value: string): Promise<Answer> => {
  const [since = '', what, which = ''] = value.split(':')
  const from = Number(since)
  if (!(from > 0 && from < 8e15 && Number.isSafeInteger(from))) return { message: staleButton() }
  const sinceAt = isoTime(from)
  if (what === 'project') {
    const project = await digestOfProject(deps, reader, which, from)
    return { message: project ? digestProject({ sinceAt, project }) : digestEmpty({ sinceAt }) }
  }
  const offset = Number(which)
  if (what !== 'from' || !Number.isSafeInteger(offset) || offset < 0) return { message: staleButton() }
  const facts = await digestFacts(deps, reader.place.channel, { since: from, offset, reader })
  if (facts.projects.length === 0) return { message: digestEmpty({ sinceAt }) }
  return { message: digest({ ...facts, preview: true }) }
}

/** A second press within this time is ignored. */
const againMs = 60_000

export const previewDigest = async (deps: BotDeps, { place: { channel } }: Here): Promise<Message> => {
  const facts = await digestFacts(deps, channel)
  return facts.projects.length === 0 ? digestEmpty(facts) : digest({ ...facts, preview: true })
}

/** *Post now*. The next scheduled digest starts from this time. */
export const postDigestNow = async (deps: BotDeps, actor: Here): Promise<Message> => {
  const { channel } = actor.place
  const refused = await maySteer(deps, actor, channel)
  if (refused) return refused.message
  const { sql } = deps.database
  const told = await digestedUntil(sql, channel)
  const last = (await lastPlanned(sql, channel, 'digest')) ?? 0
  if (waitLeft(last, againMs, deps.now()) > 0) return digestPosted({ again: true })
  const until = deps.now()
  const facts = await digestFacts(deps, channel, { until })
  if (facts.projects.length === 0) return digestEmpty(facts)
  const key = `digest@by-hand-${deps.newUuid()}`
  const posted = await deps.database.transaction((tx) =>
    commitDigest(deps, tx, channel, { key, facts, told, until }),
  )
  return digestPosted({ again: !posted })
}
