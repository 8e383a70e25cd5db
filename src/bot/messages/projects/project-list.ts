import { type ProjectCardFacts, projectLines } from '../events/project-card.ts'
import { buttons } from '../kit/buttons.ts'
import { divider, line, link, type Message, messageOfMost, name } from '../kit/message.ts'
import { pageEnd } from '../kit/pages.ts'
import { count } from '../kit/words.ts'

interface ProjectListFacts {
  /** Undefined for a list of all. */
  query?: string | undefined
  /** The list has the channel's projects only. */
  ofChannel?: boolean | undefined
  total: number
  /** How many projects the earlier pages showed. */
  offset: number
  /** Entries beyond `projectsShown` go to the next page. */
  projects: readonly ProjectCardFacts[]
}

/** Per page; fewer when long names would be cut. */
export const projectsShown = 10

const page = (facts: ProjectListFacts, shown: readonly ProjectCardFacts[]) => {
  const { query, total, ofChannel = false } = facts
  const { seen, showMore } = pageEnd(facts, shown, { list: ofChannel ? 'channel' : 'projects', query })
  return [
    line(
      count(total, 'project'),
      ofChannel && ' of this channel',
      query !== undefined && query !== '' && name(` with “${query}” in the name`),
      total === 0 && '. Look for another part of the name, or for all with /onboard projects.',
    ),
    ...shown.flatMap((project) => [
      divider,
      line(link(project.url, project.name, { bold: true })),
      ...projectLines(project),
    ]),
    seen,
    buttons(showMore),
  ]
}

export const projectList = (facts: ProjectListFacts): Message =>
  messageOfMost(facts.projects, projectsShown, (shown) => page(facts, shown))
