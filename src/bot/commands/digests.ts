import { type Subcommand, withoutWords } from './subcommand.ts'

export const waiting: Subcommand<object> = {
  name: 'waiting',
  summary:
    'Lists the tasks that wait on customers, longest first. Outside a subscribed channel, covers all projects.',
  usage: 'waiting',
  examples: ['waiting'],
  parse: withoutWords,
}
