import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Engine } from '../chaos/plan.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { runDrill } from './drill.ts'

/**
 * `npm run drill -- --engine sqlite|postgres|both --backup running|stopped|both`: a backup restored after five more
 * minutes of work and `kill -9`. Prints what was found again, and what cannot be. Exit status 1 if anything is doubled
 * or lost that should not be.
 */
const { values } = parseArgs({
  options: { engine: { type: 'string', default: 'both' }, backup: { type: 'string', default: 'both' } },
})
const chosen = <T extends string>(value: string, all: readonly T[]) =>
  all.filter((one) => value === 'both' || value === one)
const engines = chosen<Engine>(values.engine, ['sqlite', 'postgres'])
const backups = chosen(values.backup, ['running', 'stopped'] as const)

let server: Promise<PostgresServer> | undefined
const shared = () => (server ??= startPostgres({ fsync: false }))
const folder = join(import.meta.dirname, '../../test-output/drill')
mkdirSync(folder, { recursive: true })

let bad = 0
for (const engine of engines)
  for (const backup of backups) {
    const began = performance.now()
    const { counts, violations, lost, asked, timeline } = await runDrill({ engine, backup }, shared)
    const file = join(folder, `${engine}-${backup}.txt`)
    writeFileSync(file, timeline)
    const seconds = Math.round((performance.now() - began) / 1_000)
    console.log(
      `${violations.length === 0 ? '✓' : '✗'} ${engine}, backup of a ${backup} bot, ${seconds} s: ${counts.comments} comments, ${counts.replies} replies acknowledged`,
    )
    console.log(
      `    found again, of the gap: ${counts.foundComments} comments, ${counts.foundReplies} replies with ✅`,
    )
    console.log(`    asked: ${asked.length}${asked.map((one) => `\n        ${one}`).join('')}`)
    console.log(`    cannot be found: ${lost.length}${lost.map((one) => `\n        ${one}`).join('')}`)
    for (const one of violations) console.log(`    VIOLATION ${one}`)
    if (violations.length > 0) console.log(`    ${file}`)
    bad += violations.length
  }
await (await server)?.[Symbol.asyncDispose]()
console.log(`\nviolations: ${bad}`)
process.exit(bad > 0 ? 1 : 0)
