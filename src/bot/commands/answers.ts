import { isSubcommand, type Subcommand, type SubcommandName, unknown } from './subcommand.ts'

export const help: Subcommand<{ topic: SubcommandName | undefined }> = {
  name: 'help',
  summary: 'Lists every subcommand with an example, or explains one.',
  usage: 'help [subcommand]',
  examples: ['help', 'help subscribe'],
  parse: (text) => {
    const [word = ''] = text.trim().toLowerCase().split(/\s+/)
    if (word === '') return { ok: true, topic: undefined }
    return isSubcommand(word) ? { ok: true, topic: word } : unknown(word)
  },
}
