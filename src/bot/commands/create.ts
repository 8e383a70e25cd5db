import { unescape } from '../messages/kit/mrkdwn.ts'
import type { Subcommand } from './subcommand.ts'
import { unquoted } from './words.ts'

export const create: Subcommand<{ projectName: string }> = {
  name: 'create',
  summary: 'Opens the New project dialog, with a preview before anything is created.',
  usage: 'create [name]',
  examples: ['create Initech – Standard Onboarding', 'create'],
  parse: (text) => ({ ok: true, projectName: unescape(unquoted(text)) }),
}
