import { slackLimits } from '../../slack-limits.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { ReplyTo } from './reply.ts'

const { responseUrlUses: uses, responseUrlMs: lifetimeMs } = slackLimits

export interface ResponseUrls {
  /** A new URL for one interaction. */
  issue(replyTo: ReplyTo): string
  /** Spends one use. `undefined` if the URL is used up, expired, or unknown. */
  use(id: string): ReplyTo | undefined
  /** Records the first message posted to the URL, if no message was clicked. `replace_original` then replaces it. */
  posted(id: string, replyTo: ReplyTo, ts: string): void
}

export const createResponseUrls = (workspace: Workspace, origin: () => string): ResponseUrls => ({
  issue: (replyTo) => {
    const id = workspace.stamps.secret()
    workspace.database.run('delete from response_url where expires_at < ?', workspace.now())
    workspace.database.run(
      'insert into response_url values (?, ?, ?, ?)',
      id,
      JSON.stringify(replyTo),
      uses,
      workspace.now() + lifetimeMs,
    )
    return `${origin()}/response/${id}`
  },
  use: (id) => {
    const spent = workspace.database.run(
      'update response_url set uses_left = uses_left - 1 where id = ? and uses_left > 0 and expires_at >= ?',
      id,
      workspace.now(),
    )
    if (spent === 0) return undefined
    const row = workspace.database.get<{ doc: string }>('select doc from response_url where id = ?', id)
    return row && (JSON.parse(row.doc) as ReplyTo)
  },
  posted: (id, replyTo, ts) => {
    const doc = JSON.stringify({ ...replyTo, ts })
    workspace.database.run('update response_url set doc = ? where id = ?', doc, id)
  },
})
