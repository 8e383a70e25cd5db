import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** In memory if there is room. The suite kills processes, not machines, so it needs no fsync. */
export const quickFolder = (): string => {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 1e9 ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}
