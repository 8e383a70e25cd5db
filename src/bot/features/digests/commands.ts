import { type Subcommand, withoutWords } from '../../answers/commands/subcommand.ts'
import { showWaiting } from './show-waiting.ts'

export const waiting: Subcommand<object> = {
  name: 'waiting',
  summary:
    'Lists the tasks that wait on customers, longest first. Outside a subscribed channel, covers all projects.',
  usage: 'waiting',
  examples: ['waiting'],
  right: 'ask here',
  parse: withoutWords,
  run: showWaiting,
}
