import { unescape } from '../messages/kit/mrkdwn.ts'
import type { Subcommand } from './subcommand.ts'
import { unquoted } from './words.ts'

export const projects: Subcommand<{ query: string | undefined }> = {
  name: 'projects',
  summary: 'Lists projects, or those whose name contains a text.',
  usage: 'projects [text]',
  examples: ['projects Acme', 'projects'],
  parse: (text) => ({ ok: true, query: unescape(unquoted(text)) || undefined }),
}
