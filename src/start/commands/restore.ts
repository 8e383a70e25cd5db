import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkedManifest } from '../../copies/manifest.ts'
import { placesIn } from '../../copies/places.ts'
import { planRestore, type Replacement } from '../../copies/restore.ts'
import { readDataConfig } from '../../config.ts'
import { wrongUse } from '../command-line.ts'

const usage = 'restore FOLDER [--yes]'
const options = { yes: { type: 'boolean', default: false } } as const

const given = (words: readonly string[]) => {
  try {
    const { positionals, values } = parseArgs({ args: [...words], options, allowPositionals: true })
    const [source, ...more] = positionals
    if (source && more.length === 0) return { folder: resolve(source), isSure: values.yes }
  } catch {
    // An unknown option.
  }
  throw wrongUse(usage)
}

const shown = ({ replaces, keptAs }: Replacement) =>
  `  ${replaces ?? ''}${keptAs === undefined ? ', which are dropped' : `, kept as ${keptAs}`}`

const afterwards = {
  bot: [
    'The bot has lost what happened since then: comments that were not posted yet, replies that were not sent, subscriptions and settings.',
    'What it posted or sent since then may appear twice. Replies in threads that began since then stay in Slack.',
  ].join('\n'),
  service: 'The service has lost what people did since then on its pages and over its interface.',
} as const

/** The exit status when nothing was done, because it was not confirmed. */
const unconfirmed = 2

/** Puts a backup into the place of the databases. Without `--yes`, it only says what it would replace. */
export const runRestore = async (
  env: NodeJS.ProcessEnv,
  words: readonly string[],
): Promise<string | number> => {
  const { folder, isSure } = given(words)
  const manifest = await checkedManifest(folder)
  await using stack = new AsyncDisposableStack()
  const plan = await planRestore(folder, manifest, placesIn(readDataConfig(env)), Date.now, stack)
  const replaced = plan.filter(({ replaces }) => replaces !== undefined)
  const lines = [`The backup of ${manifest.madeAt} replaces:`, ...replaced.map(shown)]
  if (replaced.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
  if (replaced.length > 0 && !isSure) {
    process.stdout.write('Nothing was done. Run the command again with --yes.\n')
    return unconfirmed
  }
  for (const one of plan) await one.carryOut()
  const next = manifest.databases.flatMap(({ of }) => of).map((program) => afterwards[program])
  return [`Restored the backup of ${manifest.madeAt}.`, ...next].join('\n')
}
