import { actions } from '../kit/ids.ts'
import { button, buttons, line, type Message, message, name, note } from '../kit/message.ts'
import { unstopped } from '../kit/words.ts'

export interface ProjectRefusedFacts {
  projectName: string
  /** Each a sentence: what is wrong, and what to do. */
  problems: readonly string[]
  /** The tracker's own id of the request, where it gave one. */
  requestId?: string | undefined
  /** Of the stored form, for *Open again*. */
  formId: number
}

/** Nothing was created. The form is kept. */
export const projectRefused = (facts: ProjectRefusedFacts): Message =>
  message(
    line('The project ', name(`“${facts.projectName}”`), ' was not created.'),
    ...facts.problems.slice(0, 10).map((problem) => line(name(unstopped(problem)), '.')),
    facts.problems.length > 10 && note(`and ${facts.problems.length - 10} more`),
    line('What you filled in is kept: open it again, change it, and create.'),
    facts.requestId !== undefined && note(`Request of the tracker: ${facts.requestId}`),
    buttons(button({ action: actions.openCreate, text: 'Open again', value: String(facts.formId) })),
  )
