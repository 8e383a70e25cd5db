import { refused, type Subcommand, withoutWords } from './subcommand.ts'

export const waiting: Subcommand<object> = {
  name: 'waiting',
  summary:
    'Lists the tasks that wait on customers, longest first. Outside a subscribed channel, covers all projects.',
  usage: 'waiting',
  examples: ['waiting'],
  tool: { takes: {} },
  parse: withoutWords,
}

export interface ReportArgs {
  /** Undefined: shows the report now. */
  change: 'weekly' | 'off' | undefined
  /** For the person instead of the channel. */
  toMe: boolean
}

const forms: Readonly<Record<string, ReportArgs>> = {
  '': { change: undefined, toMe: false },
  weekly: { change: 'weekly', toMe: false },
  'weekly me': { change: 'weekly', toMe: true },
  off: { change: 'off', toMe: false },
  'off me': { change: 'off', toMe: true },
}

export const report: Subcommand<ReportArgs> = {
  name: 'report',
  summary:
    'Shows time to value, what waits on customers, and what is overdue. Can be sent weekly, to this channel or to you.',
  usage: 'report [weekly | off] [me]',
  examples: ['report', 'report weekly', 'report weekly me', 'report off'],
  tool: { takes: {} },
  parse: (text) => {
    const form = forms[text.trim().toLowerCase().replaceAll(/\s+/g, ' ')]
    return form ? { ok: true, ...form } : refused(report, 'That isn’t a report option.')
  },
}
