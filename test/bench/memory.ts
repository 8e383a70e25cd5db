import { setTimeout as sleep } from 'node:timers/promises'
import { bareProgram, inParallel, onBoth, withBaseline, type Run, beside, type Table } from './programs.ts'
import { busy, placesOfBusy, world } from './world.ts'

const senders = 32

/** What installations take, at rest. */
export const memory = async ({ postgresUrl, isShort }: Run): Promise<Table> => {
  const [many, events, idleMs] = isShort ? [50, 100, 3_000] : [1_000, 2_000, 60_000]
  let bare: number | undefined
  /** The same number of events over all installations, so that only what these hold makes a difference. */
  const atRest = async (databaseUrl: string | undefined, installations: number) => {
    await using bot = await world(databaseUrl, installations)
    await inParallel(events, senders, async (n) => {
      const place = Math.floor(n / installations) % placesOfBusy
      const { arrived } = await bot.comment(n % installations, n % installations === busy ? place : 0)
      await arrived
    })
    const mebibytes = (await bot.settled()) / 2 ** 20
    const [statements, worked] = [await bot.statements(), bot.worked()]
    await sleep(idleMs)
    const aSecond = (count: number) => ((count * 1_000) / idleMs).toFixed(1)
    const figures = [
      beside(mebibytes, bare, 0),
      aSecond((await bot.statements()) - statements),
      aSecond(bot.worked() - worked),
    ]
    bare ??= mebibytes
    return [`${installations}`, ...figures]
  }
  const one = await withBaseline(postgresUrl, bareProgram, (url) => atRest(url, 1))
  const all = await onBoth(postgresUrl, (url) => atRest(url, many))
  return {
    title: 'Memory and work at rest',
    head: [
      '',
      'installations',
      'resident MB',
      'statements a second at rest',
      'ms of processor time a second at rest',
    ],
    rows: [...one, ...all].map(([name, figures]) => [name, ...figures]),
    note: `Memory is measured after a garbage collection, when ${events} comments had become messages: all for the one installation, or some for each. Then nothing happens for ${idleMs / 1_000} s.`,
  }
}
