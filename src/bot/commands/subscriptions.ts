import type { Subcommand } from './subcommand.ts'

export const subscriptions: Subcommand<object> = {
  name: 'subscriptions',
  summary: 'Lists what this channel receives.',
  usage: 'subscriptions',
  examples: ['subscriptions'],
  parse: () => ({ ok: true }),
}
