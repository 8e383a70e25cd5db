import type { ProjectReference } from '../../commands/parse/reference.ts'
import { nothingSubscribed } from '../../messages/channels/not-subscribed.ts'
import { projectChoice } from '../../messages/kit/choices.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { channelProjects } from './channel-projects.ts'
import { uuidOf } from './find-project.ts'
import { unresolved } from './project-answers.ts'
import { resolve, type Resolved, viewOf, wordsOf } from './resolve-project.ts'

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
  const items = await channelProjects(deps, channel)
  const [only] = items
  if (!only) return { message: nothingSubscribed({}) }
  if (items.length === 1 && uuidOf(only) !== undefined) return { kind: 'one', ...viewOf(only) }
  const candidates = items.map((item) => ({
    name: item.name,
    details: [item.account?.name],
    run: run(uuidOf(item) ?? item.name),
  }))
  return { message: projectChoice({ candidates, total: candidates.length }) }
}
