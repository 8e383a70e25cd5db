import { refused, type Subcommand } from './subcommand.ts'

export const settings: Subcommand<{ page: 'all' | 'filters' }> = {
  name: 'settings',
  summary:
    'Opens this channel’s settings: threads or flat, replies two-way, one-way or off, compact or full, what the channel sees, quiet hours, digests; settings filters says what of its subscriptions it wants.',
  usage: 'settings [filters]',
  examples: ['settings', 'settings filters'],
  parse: (text) => {
    const word = text.trim().toLowerCase()
    if (word === '') return { ok: true, page: 'all' }
    if (word === 'filters' || word === 'filter') return { ok: true, page: 'filters' }
    return refused(settings, 'settings takes no words, or the word filters.')
  },
}
