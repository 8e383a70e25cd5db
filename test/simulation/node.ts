import { setTimeout as sleep } from 'node:timers/promises'
import { startBot } from '../../src/bot/app/bot.ts'
import { defaultInstallation, openDatabase } from '../../src/bot/store/database.ts'
import type { Reach } from '../../src/database/database.ts'
import { createLog } from '../../src/log.ts'
import { trackerOpener } from '../../src/start/open-tracker.ts'
import { apiUser } from '../bot/support/stand-in-tracker.ts'
import { secret, signingSecret } from '../bot/support/start-node.ts'
import type { Node } from '../chaos/processes/node.ts'
import type { Timeline } from '../chaos/timeline.ts'
import { between, chance } from './chance.ts'
import { type Host, newHost, onHost, thaw } from './clock.ts'
import type { Disk } from './disk.ts'
import { unplug } from './network.ts'

interface Options {
  readonly name: string
  readonly port: number
  readonly disk: Disk
  readonly timeline: Timeline
  readonly slackUrl: string
  readonly trackerUrl: string
}

const shortened = (line: string): string => {
  const { level: _level, time: _time, err, msg, ...facts } = JSON.parse(line) as Record<string, unknown>
  const { message } = (err ?? {}) as { message?: string }
  return `${String(msg)} ${JSON.stringify({ ...facts, ...(message !== undefined && { message }) })}`
}

/** A second node looks for what the first one left. A lone node needs it only after an error. */
const sweepMs = { shared: 2_000, alone: 10_000 }
/** A process that is killed takes at most so many more statements, and so many ms. */
const lastSteps = 40
const lastMs = 200

/** The bot as `main.ts` starts it, as a host of the world. */
export const createNode = ({ name, port, disk, timeline, slackUrl, trackerUrl }: Options): Node => {
  const log = createLog('warn', { write: (line) => timeline.add(name, shortened(line)) })
  let running: { readonly host: Host; readonly close: () => void; stop: () => Promise<void> } | undefined
  let up: number | undefined
  let skewMs = 0
  let stepsLeft = Infinity
  let died = Promise.withResolvers<undefined>()

  const open = async (reach: Reach) => {
    await using stack = new AsyncDisposableStack()
    const database = stack.use(await openDatabase(reach))
    const openTracker = trackerOpener(database, log, { production: false })
    const tracker = stack.use(openTracker({ id: defaultInstallation, baseUrl: trackerUrl, apiKey: 'key' }))
    stack.use(
      await startBot({
        slack: { mode: 'http', botToken: 'xoxb-test', signingSecret, apiUrl: slackUrl },
        ...tracker,
        trackerUrl,
        database,
        log,
        host: '127.0.0.1',
        port,
        publicUrl: undefined,
        webhookSecret: secret,
        subscribe: 'off',
        apiUserUuid: apiUser,
        laneOptions: { sweepMs: disk.isShared ? sweepMs.shared : sweepMs.alone },
      }),
    )
    const open = stack.move()
    return () => open.disposeAsync()
  }

  const die = () => {
    if (!running) return
    const { host, close } = running
    ;[running, up] = [undefined, undefined]
    host.isDead = true
    timeline.add(name, 'dies')
    unplug(host)
    if (chance() < 0.3 && disk.losePower()) timeline.add(name, 'its disk has what was flushed')
    close()
    died.resolve(undefined)
  }
  const step = () => {
    stepsLeft -= 1
    if (stepsLeft < 0) die()
  }

  return {
    name,
    url: `http://127.0.0.1:${port}`,
    upSince: () => up,
    pid: () => 1,
    start: async () => {
      const host = newHost(name)
      host.skewMs = skewMs
      stepsLeft = Infinity
      died = Promise.withResolvers()
      const { reach, close } = onHost(host, () => disk.open(host, step))
      running = { host, close, stop: async () => undefined }
      timeline.add(name, 'starts')
      const stop = await Promise.race([onHost(host, () => open(reach)), died.promise])
      if (!stop) return
      running.stop = stop
      up = timeline.now()
      timeline.add(name, 'is up')
    },
    kill: async () => {
      if (!running) return
      stepsLeft = between(0, lastSteps)
      await Promise.race([died.promise, sleep(between(1, lastMs))])
      die()
    },
    stop: async () => {
      if (!running) return
      const { host, stop } = running
      ;[running, up] = [undefined, undefined]
      timeline.add(name, 'stops')
      await onHost(host, stop)
      host.isDead = true
      unplug(host)
    },
    freeze: async (ms) => {
      if (!running) return
      const { host } = running
      timeline.add(name, `is frozen for ${ms} ms`)
      up = undefined
      host.isFrozen = true
      await sleep(ms)
      if (host.isDead) return
      thaw(host)
      up = timeline.now()
      timeline.add(name, 'goes on')
    },
    setClock: (ms) => {
      skewMs = ms
      if (running) running.host.skewMs = ms
      timeline.add(name, `its clock is off by ${ms / 1_000} s`)
    },
  }
}
