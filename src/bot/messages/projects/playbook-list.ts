import { actions, command, type ListPage } from '../kit/ids.ts'
import { bold, button, buttons, line, type Message, messageOfMost, name, note } from '../kit/message.ts'
import { count } from '../kit/words.ts'

export interface PlaybookFacts {
  name: string
  description?: string | undefined
  /** How many versions carry the name, the current one among them. */
  versions: number
}

export interface PlaybookListFacts {
  /** The text that names had to contain; undefined when all were asked for. */
  query?: string | undefined
  /** How many names there are altogether. */
  total: number
  /** How many came on earlier pages. */
  offset: number
  playbooks: readonly PlaybookFacts[]
  /** Versions that the tracker has and did not list: the current one of a name may be among them. */
  unread?: number | undefined
}

export const playbooksShown = 20

const versionWords = (versions: number): string =>
  versions > 1 ? ` (the newest of ${versions.toLocaleString('en-US')} versions)` : ''

const heading = ({ query, total }: PlaybookListFacts) =>
  line(
    count(total, 'playbook'),
    query !== undefined && query !== '' && name(` with “${query}” in the name`),
    total === 0 && `. Look for another part of the name, or for all with ${command} playbooks.`,
  )

const page = (facts: PlaybookListFacts, shown: readonly PlaybookFacts[]) => {
  const next = facts.offset + shown.length
  const value: ListPage = { list: 'playbooks', query: facts.query, offset: next }
  const more = next < facts.total && shown.length > 0
  return [
    heading(facts),
    ...shown.flatMap((playbook) => [
      line(bold(playbook.name), versionWords(playbook.versions)),
      playbook.description !== undefined && line('   ', name(playbook.description)),
    ]),
    facts.unread !== undefined &&
      note(
        `${count(facts.unread, 'more version')} could not be read, so what is shown may not be current. Type a part of the name.`,
      ),
    more && note(`${next} of ${facts.total} shown.`),
    buttons(
      shown.length > 0 && button({ action: actions.runAgain, text: 'New project', value: 'create' }),
      more && button({ action: actions.listMore, text: 'Show more', value: JSON.stringify(value) }),
    ),
  ]
}

/** The answer to `/onboard playbooks`. */
export const playbookList = (facts: PlaybookListFacts): Message =>
  messageOfMost(facts.playbooks, playbooksShown, (shown) => page(facts, shown))
