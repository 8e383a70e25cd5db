import { type FilterFacts, filterWords } from './filter-words.ts'
import { line, type Message, message, name, user } from '../kit/message.ts'

/** Posted in the channel, because it affects everyone there. */
export const filtersSaved = ({ by, ...filters }: FilterFacts & { by: string }): Message => {
  const words = filterWords(filters)
  if (words.length === 0)
    return message(line(user(by), ' cleared this channel’s filters.'), 'It receives all it is subscribed to.')
  return message(
    line(user(by), ' changed this channel’s filters.'),
    'Of what it is subscribed to, it receives:',
    ...words.map((sentence) => line('• ', name(sentence))),
  )
}
