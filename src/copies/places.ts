import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Saved } from './manifest.ts'

/**
 * In DATA_DIR, generated outside production. The tracker's subscriptions depend on the one, the ciphertexts in the
 * database on the other.
 */
export const secretFiles = ['webhook-secret', 'encryption-key'] as const
export type SecretFile = (typeof secretFiles)[number]

export interface Place {
  readonly url: string
  readonly of: Saved['of']
}

/** Where the environment says that the data are. */
export interface Places {
  readonly databases: readonly Place[]
  readonly dataDir: string
}

/** Undefined for PostgreSQL. */
export const fileOf = (url: string): string | undefined =>
  url.startsWith('sqlite:') ? resolve(url.slice('sqlite:'.length)) : undefined

interface Settings {
  readonly databaseUrl: string
  readonly service: { readonly databaseUrl: string }
  readonly dataDir: string
}

export const placesIn = ({ databaseUrl, service, dataDir }: Settings): Places => ({
  dataDir,
  databases:
    databaseUrl === service.databaseUrl
      ? [{ url: databaseUrl, of: ['bot', 'service'] }]
      : [
          { url: databaseUrl, of: ['bot'] },
          { url: service.databaseUrl, of: ['service'] },
        ],
})

/** Without files that are not there: a machine can run one of the programs only. */
export const onlyThere = ({ databases, dataDir }: Places): Places => ({
  dataDir,
  databases: databases.filter(({ url }) => existsSync(fileOf(url) ?? '/')),
})
