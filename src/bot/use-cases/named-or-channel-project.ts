import { subscriptionsOf } from '../../store/bot/subscriptions.ts'
import type { ProjectReference } from '../commands/reference.ts'
import { nothingSubscribed } from '../messages/nothing-subscribed.ts'
import { projectChoice } from '../messages/project-choice.ts'
import type { BotDeps } from '../deps.ts'
import type { Answer } from './answer.ts'
import { unresolved } from './project-answers.ts'
import type { Resolved } from './resolve-project.ts'
import { resolve, wordsOf } from './show-project.ts'

type One = Extract<Resolved, { kind: 'one' }>

/** The one project a person named, or the channel's own; else the answer that says which it could be. */
export const namedOrChannelProject = async (
  deps: BotDeps,
  channel: string,
  words: ProjectReference | undefined,
  run: (uuid: string) => string,
): Promise<One | Answer> => {
  if (words) {
    const resolved = await resolve(deps, words)
    return resolved.kind === 'one' ? resolved : unresolved(resolved, wordsOf(words), run)
  }
  const subscriptions = await subscriptionsOf(deps.database.sql, channel)
  const projects = subscriptions.filter(({ scope }) => scope === 'project')
  const [only] = projects
  if (!only) return { message: nothingSubscribed({}) }
  if (projects.length === 1)
    return namedOrChannelProject(deps, channel, { by: 'uuid', uuid: only.target }, run)
  const candidates = projects.map(({ target, label }) => ({ name: label, details: [], run: run(target) }))
  return { message: projectChoice({ query: 'this channel', candidates, total: candidates.length }) }
}
