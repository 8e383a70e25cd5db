import { bareProgram, beside, compare, inParallel, type Run, type Table } from './measuring.ts'
import { busy, placesOfBusy, world } from './world.ts'

/** What installations take, at rest. */
export const memory = async ({ postgresUrl, isShort }: Run): Promise<Table> => {
  const [many, events] = isShort ? [50, 100] : [1_000, 2_000]
  let bare: number | undefined
  /** The same number of events over all installations, so that only what these hold makes a difference. */
  const atRest = async (databaseUrl: string | undefined, installations: number) => {
    await using bot = await world(databaseUrl, installations)
    await inParallel(events, 32, async (n) => {
      const place = Math.floor(n / installations) % placesOfBusy
      const { arrived } = await bot.comment(n % installations, n % installations === busy ? place : 0)
      await arrived
    })
    const mebibytes = await bot.settled()
    const figure = beside(mebibytes, bare, 0)
    bare ??= mebibytes
    return [`${installations}`, figure]
  }
  const one = await compare(postgresUrl, (url) => atRest(url, 1), bareProgram)
  const all = await compare(postgresUrl, (url) => atRest(url, many), {})
  return {
    title: 'Memory at rest',
    head: ['', 'installations', 'resident MB'],
    rows: [...one, ...all].map(([name, figures]) => [name, ...figures]),
    note: `After a garbage collection, when ${events} comments had become messages: all for the one installation, or some for each.`,
  }
}
