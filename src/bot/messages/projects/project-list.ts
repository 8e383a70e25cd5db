import { type ProjectCardFacts, projectLines } from '../events/project-card.ts'
import { buttons } from '../kit/buttons.ts'
import { divider, line, link, type Message, messageOfMost, name } from '../kit/message.ts'
import { pageEnd } from '../kit/pages.ts'
import { count } from '../kit/words.ts'

interface ProjectListFacts {
  /** The text that names had to contain; undefined when all were asked for. */
  query?: string | undefined
  /** Those that this channel receives. */
  ofChannel?: boolean | undefined
  /** How many there are altogether. */
  total: number
  /** How many came on earlier pages. */
  offset: number
  /** This page; more than `projectsShown` are left for the next. */
  projects: readonly ProjectCardFacts[]
}

/** On one page; fewer where names are so long that ten would be cut. */
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

/** The answer to `/onboard projects`. */
export const projectList = (facts: ProjectListFacts): Message =>
  messageOfMost(facts.projects, projectsShown, (shown) => page(facts, shown))
