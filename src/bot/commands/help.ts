import { unknownSubcommand } from '../messages/answers/not-understood.ts'
import { nearest } from './nearest.ts'
import { isSubcommand, type Subcommand, type SubcommandName, subcommandNames } from './subcommand.ts'

export const help: Subcommand<{ topic: SubcommandName | undefined }> = {
  name: 'help',
  summary: 'Shows every subcommand with an example, or all there is to one.',
  usage: 'help [subcommand]',
  examples: ['help', 'help subscribe'],
  parse: (text) => {
    const [word = ''] = text.trim().toLowerCase().split(/\s+/)
    if (word === '') return { ok: true, topic: undefined }
    if (isSubcommand(word)) return { ok: true, topic: word }
    return { ok: false, refusal: unknownSubcommand({ word, nearest: nearest(word, subcommandNames) }) }
  },
}
