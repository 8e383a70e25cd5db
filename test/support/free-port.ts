import { createServer } from 'node:net'

/** Outside the ports that systems assign by themselves, so that no other program gets it while a process restarts. */
const range = { from: 20_000, count: 12_000 }

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** A port that is free right now. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = range.from + Math.floor(Math.random() * range.count)
    if (await isFree(port)) return port
  }
}
