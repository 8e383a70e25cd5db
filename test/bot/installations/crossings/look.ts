import { sql } from 'kysely'
import type { BotDatabase } from '../../../../src/bot/store/database.ts'
import { channels } from '../../audience/two-customers.ts'
import type { Side } from './side.ts'
import { anyMark, foreignTo } from './words.ts'
import type { World } from './world.ts'

interface StoredRow {
  readonly table: string
  /** Undefined: the table belongs to no installation. */
  readonly installation: number | undefined
  readonly text: string
}

const allRows = async ({ across: { sql: run } }: BotDatabase): Promise<StoredRow[]> => {
  const found: StoredRow[] = []
  for (const { name } of await run.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(run)
    for (const row of rows) {
      const owner = row['installation_id']
      const installation = owner === undefined ? undefined : Number(owner)
      found.push({ table: name, installation, text: JSON.stringify(row) })
    }
  }
  return found
}

const repliedTo = /replyto(\d+)x/g

/** What was looked at before is not looked at again. */
const since = () => {
  const looked = new Map<readonly unknown[], number>()
  return <T>(list: readonly T[]): readonly T[] => {
    const from = looked.get(list) ?? 0
    looked.set(list, list.length)
    return list.slice(from)
  }
}

/** Finds everything that crossed from one installation to another since the last look. */
export const lookingAt = (world: World) => {
  const newOf = since()
  const { sides, trackers } = world

  const inSlack = (side: Side): string[] =>
    newOf(side.slack.calls).flatMap(({ method, args }) => {
      const foreign = foreignTo(side, JSON.stringify(args))
      const isOthers =
        method === 'chat.update' &&
        args['channel'] === channels.shared &&
        world.connect.messages.some(({ ts, bot_id: bot }) => ts === args['ts'] && bot !== side.slack.bot)
      if (foreign.length === 0 && !isOthers) return []
      return [
        `${side.team} ${method}: ${foreign.join() || "another's message"} ${JSON.stringify(args).slice(0, 600)}`,
      ]
    })

  const inAnswers = (side: Side): string[] =>
    newOf(side.answers).flatMap((text) => {
      const foreign = foreignTo(side, text)
      return foreign.length > 0 ? [`${side.team} answer: ${foreign.join()} ${text.slice(0, 600)}`] : []
    })

  const inTrackers = (): string[] =>
    trackers.flatMap((tracker) => {
      const users = sides.filter((side) => side.tracker === tracker)
      return newOf(tracker.calls).flatMap(({ method, args }) => {
        const text = JSON.stringify(args)
        const isForeign = anyMark(text).filter((word) => users.every((side) => foreignTo(side, word).length))
        const elsewhere = [...text.matchAll(repliedTo)].filter(([, n]) => Number(n) !== tracker.n)
        if (isForeign.length === 0 && elsewhere.length === 0) return []
        return [`tracker ${tracker.n} ${method}: ${text.slice(0, 600)}`]
      })
    })

  const inRows = async (): Promise<string[]> =>
    (await allRows(world.database)).flatMap(({ table, installation, text }) => {
      const side = sides.find(({ n }) => n === installation)
      const foreign = side ? foreignTo(side, text) : anyMark(text)
      return foreign.length > 0 ? [`row of ${table}: ${foreign.join()} ${text.slice(0, 600)}`] : []
    })

  return async (): Promise<string[]> => [
    ...sides.flatMap((side) => [...inSlack(side), ...inAnswers(side)]),
    ...inTrackers(),
    ...(await inRows()),
  ]
}
