import { line, type Message, message, name } from '../kit/message.ts'

export interface ProjectWaitingFacts {
  projectName: string
  why: 'quota' | 'unauthorized' | 'away'
}

const reasons: Record<ProjectWaitingFacts['why'], string> = {
  quota: 'The monthly API quota of the tracker is used up: it is created when the month turns.',
  unauthorized: 'The tracker does not accept the app’s key: an admin has to replace it.',
  away: 'The tracker does not answer: it is asked again until it does.',
}

/** The project is not created yet, and will be. Said once. */
export const projectWaiting = ({ projectName, why }: ProjectWaitingFacts): Message =>
  message(
    line('The project ', name(`“${projectName}”`), ' has to wait. Nothing is lost.'),
    line(reasons[why]),
    line('You hear when it is there. There is nothing to do.'),
  )
