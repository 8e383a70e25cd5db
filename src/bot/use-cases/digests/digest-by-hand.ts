import { digestedUntil } from '../../store/digests/channel-digests.ts'
import { deliveredSince } from '../../store/ledger/delivered.ts'
import { digest } from '../../messages/digests/digest.ts'
import { digestEmpty, digestPosted } from '../../messages/digests/digest-posted.ts'
import { digestProject } from '../../messages/digests/digest-project.ts'
import type { Message } from '../../messages/kit/message.ts'
import { staleButton } from '../../messages/answers/press-again.ts'
import type { Here } from '../../access/actor.ts'
import { maySteer } from '../../access/may.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { digestFacts, digestOfProject } from './digest-facts.ts'
import { commitDigest } from './post-digest.ts'

/** A second press within this time is the same wish. */
const againMs = 60_000

export const previewDigest = async (deps: BotDeps, { place: { channel } }: Here): Promise<Message> => {
  const facts = await digestFacts(deps, channel)
  return facts.projects.length === 0 ? digestEmpty(facts) : digest({ ...facts, preview: true })
}

/** *Post now*. The next scheduled digest starts from here. */
export const postDigestNow = async (deps: BotDeps, actor: Here): Promise<Message> => {
  const { channel } = actor.place
  const refused = await maySteer(deps, actor, channel)
  if (refused) return refused.message
  const { sql } = deps.database
  const told = await digestedUntil(sql, channel)
  const last = await deliveredSince(sql, channel, 'digest', deps.now() - againMs)
  if (last) return digestPosted({ again: true })
  const facts = await digestFacts(deps, channel)
  if (facts.projects.length === 0) return digestEmpty(facts)
  const key = `digest@by-hand-${deps.newUuid()}`
  const posted = await deps.database.transaction((tx) =>
    commitDigest(deps, tx, channel, { key, facts, told }),
  )
  return digestPosted({ again: !posted })
}

/** *Show more*: more of a project, or more projects, by their current state. */
export const moreOfDigest = async (deps: BotDeps, { place }: Here, value: string): Promise<Answer> => {
  const { channel } = place
  const [since = '', what, which = ''] = value.split(':')
  const from = Number(since)
  if (!(from > 0 && from < 8e15 && Number.isSafeInteger(from))) return { message: staleButton() }
  const sinceAt = new Date(from).toISOString()
  if (what === 'project') {
    const project = await digestOfProject(deps, channel, which, from)
    return { message: project ? digestProject({ sinceAt, project }) : digestEmpty({ sinceAt }) }
  }
  const offset = Number(which)
  if (what !== 'from' || !Number.isSafeInteger(offset) || offset < 0) return { message: staleButton() }
  const facts = await digestFacts(deps, channel, { since: from, offset })
  if (facts.projects.length === 0) return { message: digestEmpty({ sinceAt }) }
  return { message: digest({ ...facts, preview: true }) }
}
