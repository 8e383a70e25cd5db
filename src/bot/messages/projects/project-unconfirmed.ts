import { command } from '../kit/ids.ts'
import { line, type Message, message, name } from '../kit/message.ts'

export interface ProjectUnconfirmedFacts {
  projectName: string
}

/** Nobody can tell whether it exists, and creating it again could make two. */
export const projectUnconfirmed = ({ projectName }: ProjectUnconfirmedFacts): Message =>
  message(
    line('The tracker did not confirm the project ', name(`“${projectName}”`), '. It may be there, or not.'),
    line(`Look in the tracker before you create it again, or ask with ${command} project and its name.`),
  )
