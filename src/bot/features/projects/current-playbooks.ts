import type { Playbook } from '../../../contract/playbook.ts'
import type { BotDeps } from '../../deps/deps.ts'

interface CurrentPlaybook {
  name: string
  /** The last entry of exactly this name (interface, "Endpoints"), because the list has no version flag. */
  current: Playbook
  /** All entries of this name, oldest first. The current one is last. */
  versions: readonly Playbook[]
}

/** One entry per name, in order of first appearance. */
export const currentPlaybooks = (list: readonly Playbook[]): CurrentPlaybook[] => {
  const byName = Map.groupBy(list, ({ name }) => name)
  return [...byName].flatMap(([name, versions]) => {
    const current = versions.at(-1)
    return current ? [{ name, current, versions }] : []
  })
}

/** 1,000 versions: no real name has more. */
const pages = 5

/** All entries whose name contains these words, oldest first. The current version may be on the last page. */
export const playbooksNamed = async (
  deps: Pick<BotDeps, 'api'>,
  name: string | undefined,
): Promise<{ playbooks: readonly Playbook[]; unread: number }> => {
  const list: Playbook[] = []
  let unread = 0
  for (let page = 0; page < pages; page++) {
    const { playbooks, pagination } = await deps.api.listPlaybooks({
      ...(name && { name }),
      limit: 200,
      // Sent only when needed, because an older server may not support it.
      ...(page > 0 && { offset: list.length }),
    })
    list.push(...playbooks)
    unread = Math.max(0, pagination.total - list.length)
    if (playbooks.length === 0 || unread === 0) break
  }
  // A tracker that ignores the offset returns the same page again.
  return { playbooks: [...new Map(list.map((one) => [one.uuid, one])).values()], unread }
}
