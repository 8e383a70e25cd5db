import { unescape } from '../messages/kit/mrkdwn.ts'
import type { Subcommand } from './subcommand.ts'
import { unquoted } from './words.ts'

export const playbooks: Subcommand<{ query: string | undefined }> = {
  name: 'playbooks',
  summary: 'Lists playbooks, each with its current version, or those whose name contains a text.',
  usage: 'playbooks [text]',
  examples: ['playbooks Standard', 'playbooks'],
  parse: (text) => ({ ok: true, query: unescape(unquoted(text)) || undefined }),
}
