import { type FilterFacts, filterWords } from './filter-words.ts'
import { line, type Message, message, name, user } from '../kit/message.ts'

export interface FiltersSavedFacts extends FilterFacts {
  by: string
}

/** Into the channel, since it concerns everybody in it. */
export const filtersSaved = ({ by, ...filters }: FiltersSavedFacts): Message => {
  const words = filterWords(filters)
  return message(
    line(
      user(by),
      words.length > 0 ? ' changed this channel’s filters.' : ' cleared this channel’s filters.',
    ),
    words.length > 0
      ? line('Of what it is subscribed to, it receives:')
      : line('It receives all it is subscribed to.'),
    ...words.map((sentence) => line('• ', name(sentence))),
  )
}
