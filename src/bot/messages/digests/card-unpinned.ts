import { line, type Message, message, name } from '../kit/message.ts'

export interface CardUnpinnedFacts {
  projectName: string
  /** It was not pinned any more. */
  already?: boolean | undefined
}

/** To the person who pressed *Unpin*. */
export const cardUnpinned = ({ projectName, already }: CardUnpinnedFacts): Message =>
  message(
    already === true
      ? line('The card of ', name(projectName, { bold: true }), ' is not pinned any more.')
      : line(
          'The card of ',
          name(projectName, { bold: true }),
          ' is unpinned. It changes with its thread alone.',
        ),
  )
