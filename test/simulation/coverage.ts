import { readFileSync } from 'node:fs'
import { type Profiler, Session } from 'node:inspector'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { workerData } from 'node:worker_threads'
import { root } from '../support/files.ts'

/** Which blocks of the rooms where order, loss, doubles, and readers are decided no world has entered. */

const rooms = /^src\/(bot\/(sync|audience|installations)|lanes)\//

const session = new Session()
if ((workerData as { coverage?: boolean } | null)?.coverage) {
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
}

/** The innermost ranges that never ran, without those in another one. */
const unentered = (functions: readonly Profiler.FunctionCoverage[]) => {
  const ranges = functions.flatMap((one) => one.ranges).filter(({ count }) => count === 0)
  const isWithin = (one: Profiler.CoverageRange, other: Profiler.CoverageRange) =>
    one !== other && one.startOffset >= other.startOffset && one.endOffset <= other.endOffset
  return ranges.filter((one) => !ranges.some((other) => isWithin(one, other)))
}

export interface Entered {
  readonly blocks: number
  /** Such as `src/lanes/run.ts:12 throw new …`. */
  readonly missing: readonly string[]
}

export const takeCoverage = (): Promise<Entered> =>
  new Promise((resolve, reject) => {
    session.post('Profiler.takePreciseCoverage', (error, found) => {
      if (error) return reject(error)
      let blocks = 0
      const missing: string[] = []
      for (const { url, functions } of found.result) {
        const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : ''
        if (!rooms.test(file)) continue
        const text = readFileSync(fileURLToPath(url), 'utf8')
        blocks += functions.reduce((sum, { ranges }) => sum + ranges.length, 0)
        for (const { startOffset, endOffset } of unentered(functions)) {
          const line = text.slice(0, startOffset).split('\n').length
          const words = text.slice(startOffset, endOffset).replaceAll(/\s+/g, ' ').trim()
          if (/\w/.test(words)) missing.push(`${file}:${line} ${words.slice(0, 100)}`)
        }
      }
      resolve({ blocks, missing: missing.sort() })
    })
  })
