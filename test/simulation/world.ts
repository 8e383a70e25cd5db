import { DatabaseSync } from 'node:sqlite'
import { openOne } from '../support/open-one.ts'
import { balanced, notesOf, setLayouts, type World } from '../chaos/build.ts'
import type { Plan } from '../chaos/plan.ts'
import { beside, inOrder } from '../chaos/sides/couriers.ts'
import { httpDoor } from '../chaos/sides/doors.ts'
import { slackSide } from '../chaos/sides/slack.ts'
import { trackerSide } from '../chaos/sides/tracker.ts'
import { runIn, type Result } from '../chaos/world.ts'
import { untilQuiet, waitingIn } from '../chaos/processes/watch.ts'
import { restartEvents, secret } from '../bot/support/start-node.ts'
import { reseed } from './chance.ts'
import { newHost, restart, run } from './clock.ts'
import { type Disk, newDisk } from './disk.ts'
import { startNetwork } from './network.ts'
import { createNode } from './node.ts'
import { endTrace, startTrace } from './trace.ts'
import type { Node } from '../chaos/processes/node.ts'

const json = { 'content-type': 'application/json' }

/** Without the bot. */
const outside = (disk: Disk) => disk.open(newHost('judge'), () => undefined).reach

const buildWorld = async (plan: Plan, disk: Disk): Promise<World> => {
  const notes = notesOf(plan, () => false)
  const digestAt = await setLayouts(outside(disk), plan)
  const nodes: Node[] = []
  const post = balanced(nodes)
  const tracker = await trackerSide({
    notes,
    courier: inOrder({ from: 'tracker', ...notes }),
    send: (body, signal) => post(`/webhooks/onboarding/${secret}`, body, json, signal),
  })
  const courier = beside({ from: 'slack', ...notes })
  const slack = await slackSide({ ...notes, plan, courier, door: httpDoor(post), socketUrl: undefined })
  const around = { disk, slackUrl: slack.slack.apiUrl, trackerUrl: tracker.url, ...notes }
  for (const [n, name] of ['node 1', 'node 2'].slice(0, plan.engine === 'sqlite' ? 1 : 2).entries())
    nodes.push(createNode({ ...around, name, port: 30_001 + n }))
  return {
    ...notes,
    home: '',
    plan,
    outages: [],
    database: {
      url: '',
      server: disk.server,
      disk: { folder: undefined, fill: disk.fill, free: disk.free, close: () => undefined },
    },
    digestAt,
    nodes,
    service: undefined,
    tracker,
    slack,
    socket: undefined,
    tenants: undefined,
    courier,
  }
}

const waitingOn = (disk: Disk) => async () => {
  const database = new DatabaseSync(disk.file(), { readOnly: true })
  try {
    const rows = database
      .prepare('select kind, sum(pending) as count from lane group by kind order by kind')
      .all()
    return waitingIn(rows as { kind: string; count: number }[])
  } finally {
    database.close()
  }
}

/** A day of the world. */
const mostMs = 86_400_000

export interface Told extends Result {
  readonly digest: string
  readonly lines: readonly string[]
}

export interface Place {
  /** The file of an empty database. */
  readonly template: string
  readonly folder: string
}

/** `keeps`: also as text. */
export const simulate = async (plan: Plan, { template, folder }: Place, keeps = false): Promise<Told> => {
  restart()
  reseed(plan.seed)
  restartEvents()
  startNetwork()
  startTrace(keeps)
  const disk = newDisk(template, folder, plan.engine === 'postgres')
  const work = async () => {
    const world = await buildWorld(plan, disk)
    const quiet = ({ tracker, courier, timeline }: World) =>
      untilQuiet(waitingOn(disk), [tracker, courier], timeline)
    return runIn(
      world,
      { untilQuiet: quiet, pauseMs: Math.min(8_000, Math.max(2_000, plan.stormMs / 50)) },
      () => outside(disk),
    )
  }
  const result = await run(work(), mostMs)
  const { digest, lines } = endTrace()
  return { ...result, digest, lines }
}

export const makePlace = async (folder: string): Promise<Place> => {
  const template = `${folder}/template.db`
  await using _ = await openOne(`sqlite:${template}`)
  return { template, folder }
}
