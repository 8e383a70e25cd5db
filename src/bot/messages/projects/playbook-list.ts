import { actions, command } from '../kit/ids.ts'
import { bold, line, type Message, messageOfMost, name, note } from '../kit/message.ts'
import { button, buttons } from '../kit/buttons.ts'
import { pageEnd } from '../kit/pages.ts'
import { count } from '../kit/words.ts'

interface PlaybookFacts {
  name: string
  description?: string | undefined
  /** How many versions carry the name, the current one among them. */
  versions: number
}

interface PlaybookListFacts {
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

const playbookLines = ({ name: title, versions, description }: PlaybookFacts) => [
  line(bold(title), versions > 1 && ` (the newest of ${versions.toLocaleString('en-US')} versions)`),
  description !== undefined && line('   ', name(description)),
]

const page = (facts: PlaybookListFacts, shown: readonly PlaybookFacts[]) => {
  const { query, total, unread } = facts
  const { seen, showMore } = pageEnd(facts, shown, { list: 'playbooks', query })
  return [
    line(
      count(total, 'playbook'),
      query !== undefined && query !== '' && name(` with “${query}” in the name`),
      total === 0 && `. Look for another part of the name, or for all with ${command} playbooks.`,
    ),
    ...shown.flatMap(playbookLines),
    unread !== undefined &&
      note(
        `${count(unread, 'more version')} could not be read, so what is shown may not be current. Type a part of the name.`,
      ),
    seen,
    buttons(shown.length > 0 && button(actions.runAgain, 'New project', { value: 'create' }), showMore),
  ]
}

/** The answer to `/onboard playbooks`. */
export const playbookList = (facts: PlaybookListFacts): Message =>
  messageOfMost(facts.playbooks, playbooksShown, (shown) => page(facts, shown))
