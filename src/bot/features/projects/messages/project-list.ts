import { type ProjectCardFacts, projectLines } from '../../../kit/cards/project-card.ts'
import { buttons } from '../../../kit/buttons.ts'
import { divider, type Message, messageOfMost } from '../../../kit/message.ts'
import { listHead, pageEnd } from '../../../kit/lists.ts'

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
