import { playbookList, playbooksShown } from '../../messages/projects/playbook-list.ts'
import { withShare } from '../../messages/answers/share.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { currentPlaybooks, playbooksNamed } from '../tracker/current-playbooks.ts'

/** `/onboard playbooks [text]`: the current version of each name. */
export const lookUpPlaybooks = async (
  deps: Pick<BotDeps, 'api'>,
  query: string | undefined,
  offset: number,
): Promise<Answer> => {
  const { playbooks, unread } = await playbooksNamed(deps, query)
  const current = currentPlaybooks(playbooks)
  const page = current.slice(offset, offset + playbooksShown).map(({ name, current: entry, versions }) => ({
    name,
    description: entry.description || undefined,
    versions: versions.length,
  }))
  const message = playbookList({
    query,
    total: current.length,
    offset,
    playbooks: page,
    unread: unread > 0 ? unread : undefined,
  })
  return { message: withShare(message, query === undefined ? 'playbooks' : `playbooks ${query}`) }
}
