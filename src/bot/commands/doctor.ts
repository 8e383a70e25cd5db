import type { Subcommand } from './subcommand.ts'

export const doctor: Subcommand<object> = {
  name: 'doctor',
  summary: 'For workspace admins: checks token, scopes, addresses, key, quota, database; says each remedy.',
  usage: 'doctor',
  examples: ['doctor'],
  parse: () => ({ ok: true }),
}
