import type { Subcommand } from './subcommand.ts'

export const settings: Subcommand<object> = {
  name: 'settings',
  summary:
    'Opens this channel’s settings: threads or flat, replies two-way, one-way or off, compact or full, what the channel sees, quiet hours.',
  usage: 'settings',
  examples: ['settings'],
  parse: () => ({ ok: true }),
}
