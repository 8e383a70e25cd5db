import { setTimeout as sleep } from 'node:timers/promises'
import { startProcess } from './process.ts'
import { onBoth, type Run } from './programs.ts'
import { median, type Table } from './table.ts'
import { world, type BenchWorld } from './world.ts'

/** What an input leaves to do is done by then. */
const pauseMs = 500
const mebibyte = 2 ** 20

const names = Array.from({ length: 1_500 }, (_, at) => `Ada Person${String(at).padStart(4, '0')}`)
const users = names.map((full_name, at) => ({
  uuid: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  full_name,
  email_address: `ada${at}@vendor.example`,
  is_customer: false,
}))
const usersOf = (rows: string, total: number) =>
  `{"success":true,"data":{"users":[${rows}],"pagination":{"total":${total}}},"metadata":{"request_id":"r"}}`

/** The worst of each kind that the interface or the limits of the bot allow, or that a tracker may answer. */
const kinds: Readonly<Record<string, { odd?: BenchWorld['odd']; event?: object }>> = {
  'an ordinary comment': {},
  'a comment of 40,000 characters': { odd: { text: 'word <b>&*_~` '.repeat(2_950).slice(0, 39_900) } },
  'a comment that mentions 1,500 people of 1,500': {
    odd: {
      text: names.map((name) => `@${name}`).join(' '),
      users: usersOf(users.map((one) => JSON.stringify(one)).join(), users.length),
    },
  },
  'a list of users of 14 MiB of {}': {
    odd: { text: '@Ada Person0001, please', users: usersOf(`${'{},'.repeat(14 * (mebibyte / 3))}{}`, 1) },
  },
  'an event of 1 MiB': { event: { more: 'x '.repeat((mebibyte - 8_000) / 2) } },
}

/** Of several times: another program on the machine makes one of them long. */
const medians = () => {
  const all = new Map<string, number[]>()
  return {
    add: (name: string, ms: number) => void all.set(name, [...(all.get(name) ?? []), ms]),
    read: () => new Map([...all].map(([name, times]) => [name, median(times)])),
  }
}

/** Each time in another installation, which has asked its tracker nothing before. */
const ofBot = async (databaseUrl: string, times: number) => {
  const all = Object.entries(kinds)
  await using bot = await world(databaseUrl, all.length * times + 1)
  await (
    await bot.comment(0, 0)
  ).arrived
  await sleep(pauseMs)
  await bot.longestBlock()
  await sleep(2 * pauseMs)
  const found = medians()
  found.add('nothing', await bot.longestBlock())
  for (const [at, [name, { odd, event }]] of all.entries())
    for (let time = 0; time < times; time += 1) {
      bot.odd.text = odd?.text
      bot.odd.users = odd?.users
      await bot.longestBlock()
      await (
        await bot.comment(1 + at * times + time, 0, event)
      ).arrived
      await sleep(pauseMs)
      found.add(name, await bot.longestBlock())
    }
  return found.read()
}

/** A project page of the service with 100 comments of 40,000 characters. */
const ofService = async (databaseUrl: string, times: number) => {
  await using service = await startProcess(['src/main.ts', 'service'], { SERVICE_DATABASE_URL: databaseUrl })
  const headers = {
    authorization: 'Bearer demo-api-key',
    'x-acting-user': 'dana@vendor.example',
    'content-type': 'application/json',
  }
  const list = await fetch(`${service.url}/v1/projects`, { headers })
  const { data } = (await list.json()) as { data: { projects: { uuid: string }[] } }
  const { uuid = '' } = data.projects[0] ?? {}
  const page = async () => {
    const answer = await fetch(`${service.url}/projects/${uuid}?as=dana@vendor.example`)
    return answer.text()
  }
  const task = /id="task-([0-9a-f-]{36})"/.exec(await page())?.[1] ?? ''
  const found = medians()
  const measure = async (name: string, work: () => Promise<unknown>) => {
    await service.longestBlock()
    await work()
    await sleep(pauseMs)
    found.add(name, await service.longestBlock())
  }
  for (let time = 0; time < times; time += 1) await measure('service: a project page', page)
  const body = JSON.stringify({ message_plain: 'word <b>&*_~` '.repeat(2_950).slice(0, 40_000) })
  for (let comment = 0; comment < 100; comment += 1)
    await fetch(`${service.url}/app/api/tasks/${task}/comments`, { method: 'POST', headers, body })
  for (let time = 0; time < times; time += 1)
    await measure('service: the page with 100 comments of 40,000 characters', page)
  return found.read()
}

/** How long one input keeps everybody else waiting. */
export const blocks = async ({ postgresUrl, isShort }: Run): Promise<Table> => {
  const times = isShort ? 1 : 5
  const found = [
    await onBoth(postgresUrl, 'blocks', (url) => ofBot(url, times)),
    await onBoth(postgresUrl, 'pages', (url) => ofService(url, times)),
  ]
  const rows = found.flatMap(
    ([[, sqlite] = ['', new Map<string, number>()], [, postgres] = ['', new Map<string, number>()]]) =>
      [...sqlite].map(([name, ms]) => [name, ms.toFixed(0), (postgres.get(name) ?? NaN).toFixed(0)]),
  )
  return {
    title: 'The longest block of the event loop, by the worst input of each kind',
    head: ['ms', 'SQLite', 'PostgreSQL'],
    rows,
    note: `The median of ${times} times, each time the longest block from the input until half a second after its message is in Slack, or its page is there. Meanwhile all other tenants wait.`,
  }
}
