import { createHmac } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { mkdtempDisposableSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoProject } from '../../src/service/demo/organization.ts'
import { linkForDana, password } from '../service/support/signing-in.ts'
import { apiKey } from '../service/support/standard.ts'
import { besideFlood, besideSlow } from './crowd.ts'
import { inParallel, quantile, startProcess } from './measuring.ts'

const signingSecret = 'secret-of-the-benchmark'
const dana = 'dana@vendor.example'
const mib = 2 ** 20
const script = join(import.meta.dirname, 'abuse-server.ts')

type Program = 'bot' | 'sign-in' | 'open'

const startProgram = (program: Program, databaseUrl: string) =>
  startProcess([script, program, databaseUrl, signingSecret])

/** All but the last byte of a request, whose connection stays open. */
const sendUnfinished = (url: string, path: string, headers: readonly string[]) =>
  new Promise<Socket>((resolve) => {
    const { hostname, port, host } = new URL(url)
    const socket = connect(Number(port), hostname)
    const head = [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Content-Length: ${mib}`, ...headers, '', '']
    const sent = () => resolve(socket)
    socket.on('error', sent).on('close', sent)
    socket.write(head.join('\r\n'))
    socket.write(Buffer.alloc(mib - 1, 'x'), sent)
    // A refused body is never taken.
    setTimeout(sent, 250).unref()
  })

const signed = (body: string, signature?: string) => {
  const seconds = Math.floor(Date.now() / 1_000)
  const right = createHmac('sha256', signingSecret).update(`v0:${seconds}:${body}`).digest('hex')
  return {
    'content-type': 'application/json',
    'x-slack-request-timestamp': String(seconds),
    'x-slack-signature': `v0=${signature ?? right}`,
  }
}

const timed = async (asked: () => Promise<Response>, status: number): Promise<number> => {
  const from = performance.now()
  const answer = await asked()
  await answer.arrayBuffer()
  if (answer.status !== status) throw new Error(`an ordinary request got ${answer.status}`)
  return performance.now() - from
}

const ordinary: Record<'bot' | 'sign-in', (url: string) => Promise<number>> = {
  bot: (url) => {
    const body = JSON.stringify({ type: 'url_verification', challenge: 'x' })
    return timed(() => fetch(`${url}/slack/events`, { method: 'POST', body, headers: signed(body) }), 200)
  },
  'sign-in': (url) => {
    const headers = { 'content-type': 'application/json' }
    return timed(
      () => fetch(`${url}/v1/auth`, { method: 'POST', body: JSON.stringify({ token: apiKey }), headers }),
      200,
    )
  },
}

/** Growth of memory in MiB, and the slowest ordinary answer in ms, while strangers' bodies stay incomplete. */
const unfinished = async (program: 'bot' | 'sign-in', databaseUrl: string, count: number) => {
  await using running = await startProgram(program, databaseUrl)
  const ask = () => ordinary[program](running.url)
  for (let n = 0; n < 20; n += 1) await ask()
  const before = running.resident()
  let peak = before
  const watching = setInterval(() => (peak = Math.max(peak, running.resident())), 20)
  const sockets: Socket[] = []
  const path = program === 'bot' ? '/slack/events' : '/v1/auth'
  const headers = Object.entries(signed('', '0'.repeat(64))).map(([name, value]) => `${name}: ${value}`)
  const flood = inParallel(count, 50, async () => {
    sockets.push(await sendUnfinished(running.url, path, headers))
  })
  const times: number[] = []
  const over = new AbortController()
  const asking = (async () => {
    while (!over.signal.aborted) {
      times.push(await ask())
      await sleep(20)
    }
  })()
  await flood
  over.abort()
  await asking
  clearInterval(watching)
  for (const socket of sockets) socket.destroy()
  return { grown: peak - before, slowest: quantile(times, 1) }
}

/** How long a right password takes in ms, at an address where it was used before, while 200 addresses guess. */
const guesses = async (databaseUrl: string, count: number): Promise<number> => {
  const link = await linkForDana(databaseUrl, Date.now())
  await using running = await startProgram('sign-in', databaseUrl)
  const send = (path: string, form: Record<string, string>, address: string) =>
    fetch(running.url + path, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(form),
      headers: { origin: running.url, 'x-forwarded-for': address },
    })
  const office = '192.0.2.1'
  await send(link, { password }, office)
  const guessing = inParallel(count, 200, (n) =>
    send('/sign-in', { email: dana, password: `guess ${n}` }, `10.1.${n % 250}.1`),
  )
  await sleep(50)
  const took = await timed(() => send('/sign-in', { email: dana, password }, office), 303)
  await guessing
  return took
}

const sizeOf = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

/** By how many MB the database grows until comments of 40,000 characters are refused. */
const stored = async (
  databaseUrl: string,
  folder: string,
  by: 'customer' | 'organization',
): Promise<number> => {
  // The demo is there before anybody comments.
  await (await startProgram('open', databaseUrl))[Symbol.asyncDispose]()
  const before = sizeOf(folder)
  await commentUntilRefused(databaseUrl, by)
  return (sizeOf(folder) - before) / 1_000_000
}

/** Comments as one person, or with the organization's key, until a comment is refused. */
const commentUntilRefused = async (databaseUrl: string, by: 'customer' | 'organization'): Promise<void> => {
  await using running = await startProgram('open', databaseUrl)
  const comment = { message_plain: 'x'.repeat(40_000) }
  const project = demoProject.uuid
  const authorization = `Bearer ${apiKey}`
  const tree = await fetch(`${running.url}/app/api/projects/${project}`, { headers: { authorization } })
  const { data } = (await tree.json()) as { data: { modules: { tasks: { uuid: string }[] }[] } }
  const task = data.modules[0]?.tasks[0]?.uuid
  const send = (): Promise<Response> =>
    by === 'organization'
      ? fetch(`${running.url}/v1/tasks/${task}/comments`, {
          method: 'POST',
          body: JSON.stringify(comment),
          headers: { 'content-type': 'application/json', authorization },
        })
      : fetch(`${running.url}/portal/projects/${project}/act/comment/${task}?as=casey@acme.example`, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams(comment),
          headers: { origin: running.url },
        })
  let status = 0
  while (status < 400) {
    const answer = await send()
    await answer.arrayBuffer()
    status = answer.status
  }
  if (![422, 429].includes(status)) throw new Error(`a comment got ${status}`)
}

/** What strangers and customers can take, by the figures of the security page. */
export const abuse = async (isShort: boolean) => {
  using home = mkdtempDisposableSync(join(tmpdir(), 'onboarding-abuse-'))
  const at = (name: string) => `sqlite:${join(home.path, `${name}.db`)}`
  const count = isShort ? 100 : 2_000
  const bot = await unfinished('bot', '', count)
  const service = await unfinished('sign-in', at('bodies'), count)
  const right = await guesses(at('guesses'), isShort ? 20 : 200)
  const hour = await stored(at('person'), home.path, 'customer')
  const day = isShort ? 0 : await stored(at('organization'), home.path, 'organization')
  const flood = await besideFlood(at('flood'), isShort ? 20 : 150)
  const slow = await besideSlow(at('slow'), 6)
  return {
    title: 'Abuse',
    head: ['attack', 'measured', 'figure', 'goal'],
    rows: [
      [`${count} unfinished bodies of 1 MiB, to the bot`, 'memory, MiB', `+ ${bot.grown.toFixed(0)}`, '+ 80'],
      ['', 'slowest signed event meanwhile, ms', bot.slowest.toFixed(0), '1000'],
      [
        `${count} unfinished bodies of 1 MiB, to the service`,
        'memory, MiB',
        `+ ${service.grown.toFixed(0)}`,
        '+ 80',
      ],
      ['', 'slowest key exchange meanwhile, ms', service.slowest.toFixed(0), '1000'],
      ['200 guesses from 200 networks', 'right password at a known address, ms', right.toFixed(0), '2000'],
      ['a customer who comments without end', 'MB stored in an hour', hour.toFixed(1), '2'],
      ['a tenant that comments without end', 'MB stored in a day', day.toFixed(1), '50'],
      [
        '150 comments of one customer in a channel',
        'another project’s comment is posted, ms',
        flood.toFixed(0),
        '5000',
      ],
      ['6 workspaces whose trackers take 25 s', 'another’s comment is posted, ms', slow.toFixed(0), '1000'],
    ],
    note: 'On SQLite. Unfinished bodies come from 50 connections at a time, which stay open. Beside the 150 comments, Slack takes one message of a channel a second.',
  }
}
