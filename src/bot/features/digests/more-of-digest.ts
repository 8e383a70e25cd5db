import { digest } from '../../sync/posts/messages/digest.ts'
import { digestEmpty } from './messages/digest-posted.ts'
import { digestProject } from './messages/digest-project.ts'
import { staleButton } from '../../answers/messages/press-again.ts'
import type { Here } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Answer } from '../../answers/answer.ts'
import { digestFacts, digestOfProject } from './digest-facts.ts'

/** *Show more*: more of a project, or more projects, in their current state. */
export const moreOfDigest = async (deps: BotDeps, reader: Here, value: string): Promise<Answer> => {
  const [since = '', what, which = ''] = value.split(':')
  const from = Number(since)
  if (!(from > 0 && from < 8e15 && Number.isSafeInteger(from))) return { message: staleButton() }
  const sinceAt = new Date(from).toISOString()
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
