import type { Playbook } from '../../contract/playbook.ts'

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
