import type { Around } from './database.ts'

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

/** Each owner has at most `most` uses at once. The others of the same owner wait in line. */
export const fewEach = (most: number) => {
  const lines = new Map<number, Line>()

  const enter = async (owner: number): Promise<Line> => {
    const line = lines.get(owner) ?? { running: 0, waiting: [] }
    lines.set(owner, line)
    if (line.running >= most) await new Promise<void>((begin) => line.waiting.push(begin))
    else line.running += 1
    return line
  }
  const leave = (owner: number, line: Line) => {
    const begin = line.waiting.shift()
    if (begin) return begin()
    line.running -= 1
    if (line.running === 0) lines.delete(owner)
  }

  return (owner: number): Around =>
    async (use) => {
      const line = await enter(owner)
      try {
        return await use()
      } finally {
        leave(owner, line)
      }
    }
}
