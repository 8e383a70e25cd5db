import { nameForAll } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { escape } from '../../kit/text.ts'
import type { Payload } from '../../store/payloads.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { PostRow } from '../store/posts.ts'

/** The tasks that a message lists, as far as everybody in its channel may know them. */
export const tasksNamedIn = async ({ database: { sql } }: BotDeps, root: PostRow) => {
  const { tasks = [] } = kindOf(root.kind)?.named(root, false) ?? {}
  const uuids = [...new Set(tasks.filter((uuid) => uuid !== undefined))]
  const names = await Promise.all(uuids.map((uuid) => nameForAll(sql, root.channel, uuid)))
  return uuids.flatMap((uuid, at) => {
    const name = names[at]
    return name === undefined ? [] : [{ uuid, name }]
  })
}

/** A reply's words with its files. */
export const withFiles = ({ text, files }: Pick<Payload<'unsure-reply'>, 'text' | 'files'>): string =>
  [text, ...files.map(({ name, permalink = '' }) => escape(`📎 ${name} ${permalink}`.trimEnd()))].join('\n')
