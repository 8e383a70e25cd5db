import { actions } from '../../../kit/ids.ts'
import { bold, line, type Message, messageOfMost, name, note } from '../../../kit/message.ts'
import { button, buttons } from '../../../kit/buttons.ts'
import { listHead, pageEnd } from '../../../kit/lists.ts'
import { count } from '../../../kit/text/words.ts'

interface PlaybookFacts {
  name: string
  description?: string | undefined
  /** How many versions have this name, including the current one. */
  versions: number
}

interface PlaybookListFacts {
  /** Undefined for the full list. */
  query?: string | undefined
  total: number
  /** How many names earlier pages showed. */
  offset: number
  playbooks: readonly PlaybookFacts[]
  /** How many versions the tracker did not return. A current version may be among them. */
  unread?: number | undefined
}

export const playbooksShown = 20

const playbookLines = ({ name: title, versions, description }: PlaybookFacts) => [
  line(bold(title), versions > 1 && ` (the newest of ${versions.toLocaleString('en-US')} versions)`),
  description !== undefined && line('   ', name(description)),
]

const page = (facts: PlaybookListFacts, shown: readonly PlaybookFacts[]) => {
  const { query, unread } = facts
  const { seen, showMore } = pageEnd(facts, shown, { list: 'playbooks', query })
  return [
    listHead('playbook', facts),
    ...shown.flatMap(playbookLines),
    unread !== undefined &&
      note(
        `${count(unread, 'more version')} couldn’t be read, so this list may be out of date. Type part of the name to narrow it.`,
      ),
    seen,
    buttons(shown.length > 0 && button(actions.runAgain, 'New project', { value: 'create' }), showMore),
  ]
}

export const playbookList = (facts: PlaybookListFacts): Message =>
  messageOfMost(facts.playbooks, playbooksShown, (shown) => page(facts, shown))
