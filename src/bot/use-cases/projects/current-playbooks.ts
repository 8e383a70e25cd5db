import type { Playbook } from '../../../contract/playbook.ts'
import type { BotDeps } from '../../deps.ts'

export interface CurrentPlaybook {
  name: string
  /** The last entry that carries exactly this name (interface, "Endpoints"): the list has no version flag. */
  current: Playbook
  /** All entries of the name, oldest first, the current one last. */
  versions: readonly Playbook[]
}

/** One entry a name, in the order in which the names first appear. */
export const currentPlaybooks = (list: readonly Playbook[]): CurrentPlaybook[] => {
  const byName = Map.groupBy(list, ({ name }) => name)
  return [...byName].flatMap(([name, versions]) => {
    const current = versions.at(-1)
    return current ? [{ name, current, versions }] : []
  })
}

/** A name with a thousand versions is none that anybody keeps. */
const pages = 5

/** Every entry whose name contains these words, oldest first: of many versions the current one is on the last page. */
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
      // Only where there is more: an older server may not know it.
      ...(page > 0 && { offset: list.length }),
    })
    list.push(...playbooks)
    unread = Math.max(0, pagination.total - list.length)
    if (playbooks.length === 0 || unread === 0) break
  }
  // A tracker that knows no offset answers with the same page again.
  return { playbooks: [...new Map(list.map((one) => [one.uuid, one])).values()], unread }
}
