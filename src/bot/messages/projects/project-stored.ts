import { line, type Message, message, name } from '../kit/message.ts'

export interface ProjectStoredFacts {
  projectName: string
}

/** *Create* was pressed; the tracker has not answered yet. */
export const projectStored = ({ projectName }: ProjectStoredFacts): Message =>
  message(line('The project ', name(`“${projectName}”`), ' is being created. You hear when it is there.'))
