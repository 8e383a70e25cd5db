import { takeCoverage } from './coverage.ts'
import './clock.ts'
import './chance.ts'
import './network.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { quickFolder } from '../support/quick-folder.ts'
import { shrink } from './shrink.ts'
import { planFor, type Part } from './plan.ts'
import { makePlace, simulate } from './world.ts'

/** One world at a time. This thread has the world's clock, so nothing else runs in it. */
export interface Order {
  readonly seed: number
  readonly part?: Part
  /** Looks for the smallest part that fails in the same way. */
  readonly shrinks?: boolean
  readonly keeps?: boolean
}

const folder = mkdtempSync(join(quickFolder(), 'onboarding-simulation-'))
const place = await makePlace(folder)

const answer = async ({ seed, part, shrinks = false, keeps = false }: Order) => {
  const told = await simulate(planFor(seed, part), place, keeps)
  const smallest = shrinks && told.violations.length > 0 ? await shrink(seed, told, place) : undefined
  const { plan, ...rest } = smallest?.told ?? told
  const faults = [...plan.ways, ...plan.faults.map(({ kind }) => kind)].map(({ name }) => name)
  return { ...rest, seed, deeds: plan.deeds.length, faults, ...(smallest && { part: smallest.part }) }
}
export type Answer = Awaited<ReturnType<typeof answer>>

parentPort?.on('message', (order: Order | 'coverage' | 'end') => {
  if (order === 'coverage') return void takeCoverage().then((entered) => parentPort?.postMessage(entered))
  if (order === 'end') {
    rmSync(folder, { recursive: true, force: true })
    process.exit(0)
  }
  void answer(order)
    .catch((error: Error) => ({ seed: order.seed, broken: error.stack ?? error.message }))
    .then((told) => parentPort?.postMessage(told))
})
