import { refused, type Subcommand } from './subcommand.ts'
import { readTarget, type Target } from './target.ts'

export const unsubscribe: Subcommand<{ target: Target }> = {
  name: 'unsubscribe',
  summary: 'Ends a subscription of this channel.',
  usage: 'unsubscribe <project | account:NAME | all>',
  examples: ['unsubscribe Acme Corp – Standard Onboarding', 'unsubscribe account:Globex', 'unsubscribe all'],
  parse: (text) => {
    const read = readTarget(text, () => false)
    if (!read.ok) return refused(unsubscribe, read.problem)
    const [extra] = read.words
    if (extra !== undefined)
      return refused(
        unsubscribe,
        `A subscription is ended as a whole, so “${extra}” has no place. To receive less, subscribe again with fewer events.`,
      )
    return { ok: true, target: read.target }
  },
}
