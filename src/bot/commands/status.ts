import type { Subcommand } from './subcommand.ts'

export const status: Subcommand<object> = {
  name: 'status',
  summary: 'Health as seen from this channel: last event, what waits, what failed and why, API usage.',
  usage: 'status',
  examples: ['status'],
  parse: () => ({ ok: true }),
}
