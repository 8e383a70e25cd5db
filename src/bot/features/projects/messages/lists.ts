import { type ProjectCardFacts, projectLines } from '../../../kit/cards/project-card.ts'
import { buttons, button, listHead, pageEnd } from '../../../kit/buttons.ts'
import { divider, type Message, messageOfMost, bold, line, name, note } from '../../../kit/message.ts'
import { actions } from '../../../kit/ids.ts'
import { count } from '../../../kit/text/words.ts'

interface ProjectListFacts {
  /** Undefined for the full list. */
  query?: string | undefined
  /** Lists only the channel's projects. */
  ofChannel?: boolean | undefined
  total: number
  /** How many projects earlier pages showed. */
  offset: number
  /** Entries beyond `projectsShown` go to the next page. */
  projects: readonly ProjectCardFacts[]
}

/** Per page. Fewer if the names are long. */
export const projectsShown = 10

const page = (facts: ProjectListFacts, shown: readonly ProjectCardFacts[]) => {
  const { query, ofChannel = false } = facts
  const { seen, showMore } = pageEnd(facts, shown, { list: ofChannel ? 'channel' : 'projects', query })
  return [
    listHead('project', facts, ofChannel && ' of this channel'),
    ...shown.flatMap((project) => [divider, ...projectLines(project)]),
    seen,
    buttons(showMore),
  ]
}

export const projectList = (facts: ProjectListFacts): Message =>
  messageOfMost(facts.projects, projectsShown, (shown) => page(facts, shown))

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

const playbookPage = (facts: PlaybookListFacts, shown: readonly PlaybookFacts[]) => {
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
  messageOfMost(facts.playbooks, playbooksShown, (shown) => playbookPage(facts, shown))
