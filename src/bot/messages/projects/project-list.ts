import { actions, type ListPage } from '../kit/ids.ts'
import {
  button,
  buttons,
  divider,
  line,
  link,
  type Message,
  messageOfMost,
  name,
  note,
} from '../kit/message.ts'
import { type ProjectCardFacts, projectLines } from '../events/project-card.ts'
import { count } from '../kit/words.ts'

export interface ProjectListFacts {
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

const heading = ({ query, total, ofChannel }: ProjectListFacts) =>
  line(
    count(total, 'project'),
    ofChannel === true && ' of this channel',
    query !== undefined && query !== '' && name(` with “${query}” in the name`),
    total === 0 && '. ',
    total === 0 && 'Look for another part of the name, or for all with /onboard projects.',
  )

const page = (facts: ProjectListFacts, shown: readonly ProjectCardFacts[]) => {
  const next = facts.offset + shown.length
  const list = facts.ofChannel === true ? 'channel' : 'projects'
  const value: ListPage = { list, query: facts.query, offset: next }
  const more = next < facts.total && shown.length > 0
  return [
    heading(facts),
    ...shown.flatMap((project) => [
      divider(),
      line(link(project.url, project.name, { bold: true })),
      ...projectLines(project),
    ]),
    more && note(`${next} of ${facts.total} shown.`),
    more && buttons(button({ action: actions.listMore, text: 'Show more', value: JSON.stringify(value) })),
  ]
}

/** The answer to `/onboard projects`. */
export const projectList = (facts: ProjectListFacts): Message =>
  messageOfMost(facts.projects, projectsShown, (shown) => page(facts, shown))
