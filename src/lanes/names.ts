import { toStorableText } from '../database/storable-text.ts'

/** A lane's full name, `installation:kind:name`. Installation 0 is none. */
export const laneName = (installation: number, kind: string, name: string): string =>
  toStorableText(`${installation}:${kind}:${name}`)

export const installationOf = (lane: string): number => Number(lane.slice(0, lane.indexOf(':')))

/** The name within the kind and installation. */
export const nameIn = (lane: string, kind: string): string => lane.slice(lane.indexOf(':') + kind.length + 2)
