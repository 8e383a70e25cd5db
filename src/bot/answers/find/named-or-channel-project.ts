import type { ProjectReference } from '../commands/parse/reference.ts'
import { nothingSubscribed } from '../../audience/messages/subscribed.ts'
import { projectChoice } from '../../kit/choices.ts'
import type { Here } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Answer } from '../answer.ts'
import { channelProjects } from './channel-projects.ts'
import { uuidOf } from '../../tracker/find-project.ts'
import { unresolved } from './project-answers.ts'
import { viewOf } from '../../tracker/project-in-view.ts'
import { type Resolved, resolveFor, wordsOf } from './resolve-project.ts'

type One = Extract<Resolved, { kind: 'one' }>

/** The named project, or the channel's only one. Otherwise the answer that lists the candidates. */
export const namedOrChannelProject = async (
  deps: BotDeps,
  actor: Here,
  words: ProjectReference | undefined,
  run: (uuid: string) => string,
): Promise<One | Answer> => {
  if (words) {
    const resolved = await resolveFor(deps, actor, words)
    return resolved.kind === 'one' ? resolved : unresolved(resolved, wordsOf(words), run)
  }
  const items = await channelProjects(deps, actor)
  const [only] = items
  if (!only) return { message: nothingSubscribed({}) }
  if (items.length === 1 && uuidOf(only) !== undefined) return { kind: 'one', ...viewOf(deps, only) }
  const candidates = items.map((item) => ({
    name: item.name,
    details: [item.account?.name],
    run: run(uuidOf(item) ?? item.name),
  }))
  return { message: projectChoice({ candidates, total: candidates.length }) }
}
