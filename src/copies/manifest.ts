import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { StoreUnusable } from '../database/store-unusable.ts'

const file = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })

const manifest = z.object({
  format: z.literal(1),
  /** ISO. What came later is not in the backup. */
  madeAt: z.iso.datetime(),
  databases: z.array(
    z.object({
      /** Whose address leads to it. Two if they share it. */
      of: z.array(z.enum(['bot', 'service'])),
      engine: z.enum(['sqlite', 'postgres']),
      file: z.string(),
    }),
  ),
  files: z.array(file),
})

/** What a backup contains. Written last. */
export type Manifest = z.output<typeof manifest>
export type Saved = Manifest['databases'][number]

const nameOf = 'backup.json'

const described = async (folder: string, name: string): Promise<z.output<typeof file>> => {
  const path = join(folder, name)
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { name, bytes: (await stat(path)).size, sha256: hash.digest('hex') }
}

export const writeManifest = async (
  folder: string,
  { names, ...facts }: Pick<Manifest, 'madeAt' | 'databases'> & { readonly names: readonly string[] },
): Promise<Manifest> => {
  const files = await Promise.all(names.map((name) => described(folder, name)))
  const whole: Manifest = { format: 1, ...facts, files }
  await writeFile(join(folder, nameOf), `${JSON.stringify(whole, null, 2)}\n`, { mode: 0o600, flush: true })
  return whole
}

/** Reads a backup's manifest and checks every file against it. */
export const checkedManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(join(folder, nameOf), 'utf8').catch(() => {
    throw new StoreUnusable(`${folder} is not a backup: it has no ${nameOf}`)
  })
  const found = manifest.safeParse(JSON.parse(text))
  if (!found.success) throw new StoreUnusable(`${nameOf} is not of this version`)
  for (const wanted of found.data.files) {
    const is = await described(folder, wanted.name).catch(() => undefined)
    if (is?.sha256 !== wanted.sha256)
      throw new StoreUnusable(`the backup is damaged: ${wanted.name} is not as it was written`)
  }
  return found.data
}
