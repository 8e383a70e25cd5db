import { type ProjectCardFacts, projectLines } from '../../../kit/project-card.ts'
import { buttons, button, listHead, type Page, pageOf } from '../../../kit/buttons.ts'
import { link, divider, type Message, bold, line, name, note, say } from '../../../kit/message.ts'
import { actions } from '../../../kit/ids.ts'
import { count } from '../../../kit/text.ts'

type ProjectListFacts = Page & { ofChannel?: boolean; projects: readonly ProjectCardFacts[] }

/** Per page. Fewer if the names are long. */
export const projectsShown = 10

export const projectList = ({ projects, ofChannel = false, ...page }: ProjectListFacts): Message => {
  const list = ofChannel ? 'channel' : 'projects'
  return pageOf({ ...page, list, items: projects, most: projectsShown }, (shown, { seen, showMore }) => [
    listHead('project', page, ofChannel && ' of this channel'),
    ...shown.flatMap((project) => [divider, ...projectLines(project)]),
    seen,
    buttons(showMore),
  ])
}

interface PlaybookFacts {
  name: string
  description?: string | undefined
  /** Including the current one. */
  versions: number
}

export const playbooksShown = 20

const playbookLines = ({ name: title, versions, description }: PlaybookFacts) => [
  line(bold(title), versions > 1 && ` (the newest of ${versions.toLocaleString('en-US')} versions)`),
  description !== undefined && line('   ', name(description)),
]

type PlaybookListFacts = Page & { playbooks: readonly PlaybookFacts[] }

export const playbookList = ({ playbooks, ...page }: PlaybookListFacts): Message =>
  pageOf(
    { ...page, list: 'playbooks', items: playbooks, most: playbooksShown },
    (shown, { seen, showMore }) => [
      listHead('playbook', page),
      ...shown.flatMap(playbookLines),
      seen,
      buttons(shown.length > 0 && button(actions.runAgain, 'New project', { value: 'create' }), showMore),
    ],
  )

interface FieldListFacts extends Page {
  projectUuid: string
  projectName: string
  url?: string | undefined
  /** `value` is undefined if it is empty, or unknown when `valuesKnown` is false. */
  fields: readonly { name: string; value?: string | undefined }[]
  /** False if the tracker cannot look up values. */
  valuesKnown: boolean
}

export const fieldsShown = 25

export const fieldList = (facts: FieldListFacts): Message => {
  const { projectUuid: query, total, offset, fields: items, valuesKnown } = facts
  const project = link(facts.url, facts.projectName, { bold: true })
  const edit = button(actions.editFields, 'Edit', { value: query, label: 'Edit all data fields' })
  return pageOf(
    { list: 'fields', query, total, offset, items, most: fieldsShown },
    (shown, { seen, showMore }) => [
      say`${count(total, 'data field')} of ${project}${total === 0 && '. A Vendor Admin adds them in the tracker.'}`,
      ...shown.map((field) => line(bold(field.name), valuesKnown && [': ', name(field.value ?? 'empty')])),
      !valuesKnown && total > 0 && note('The tracker doesn’t share values, so only names are shown.'),
      seen,
      buttons(valuesKnown && edit, showMore),
    ],
  )
}
