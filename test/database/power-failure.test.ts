import fs, { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

const disk = {
  /** What the disk holds when this flush is done. */
  keep: () => (): void => undefined,
}

const { fdatasync } = fs
Object.assign(fs, {
  fdatasync: (file: number, done: (error: Error | null) => void) => {
    const flushed = disk.keep()
    fdatasync(file, (error) => {
      flushed()
      done(error)
    })
  },
})
syncBuiltinESMExports()

// Only now: what opens a database keeps the function that it finds.
const { flushesBy } = await import('../../src/database/sqlite.ts')
const { openOne } = await import('../support/open-one.ts')
const { gate } = await import('../lanes/node.ts')
const { addItem, createItems, readItems } = await import('./items.ts')

/** Of a SQLite file, as the next process finds it. */
const itemsInFile = (file: string): string[] => {
  const database = new DatabaseSync(file)
  const rows = database.prepare('select text from item').all()
  database.close()
  return rows.map(({ text }) => String(text))
}

/** A database file. `afterPowerFailure` reads what a computer without power would find, were it now. */
const onDisk = () => {
  const home = mkdtempSync(join(tmpdir(), 'onboarding-power-'))
  const file = join(home, 'bot.db')
  let [flushes, durable] = [0, '']
  disk.keep = () => {
    const copy = join(home, String((flushes += 1)))
    mkdirSync(copy)
    for (const end of ['', '-wal']) copyFileSync(file + end, join(copy, `bot.db${end}`))
    return () => {
      if (durable !== '') rmSync(durable, { recursive: true })
      durable = copy
    }
  }
  onTestFinished(() => {
    disk.keep = () => () => undefined
    rmSync(home, { recursive: true, force: true })
  })
  return {
    url: `sqlite:${file}`,
    flushes: () => flushes,
    afterPowerFailure: () => itemsInFile(join(durable, 'bot.db')),
  }
}

test(
  'what was written or read is there after a power failure at any moment',
  { timeout: 60_000 },
  async () => {
    const { url, flushes, afterPowerFailure } = onDisk()
    await using database = await openOne(url)
    await createItems(database)
    const known = new Set<string>()
    let looks = 0
    const look = () => {
      looks += 1
      const found = new Set(afterPowerFailure())
      expect([...known].filter((text) => !found.has(text))).toEqual([])
    }
    const writer = async (name: number) => {
      for (let n = 0; n < 40; n += 1) {
        // Long enough for the log to begin anew some times.
        const text = `${name} ${n} ${'x'.repeat(n * 500)}`
        await database.transaction((tx) => addItem(tx, text))
        known.add(text)
        if (n % 8 === name) look()
      }
    }
    const reader = async () => {
      for (let n = 0; n < 40; n += 1) {
        for (const text of await readItems(database)) known.add(text)
        if (n % 5 === 0) look()
      }
    }
    await Promise.all([...Array.from({ length: 8 }, (_, name) => writer(name)), reader()])
    expect(known.size).toBe(8 * 40)
    expect(looks).toBe(8 * 5 + 8)
    expect(flushes(), 'commits share flushes').toBeLessThan(8 * 40)
  },
)

test('what need not be flushed waits for no flush, and is on the disk with what is written or read after it', async () => {
  const { url, flushes, afterPowerFailure } = onDisk()
  await using database = await openOne(url)
  await createItems(database)
  const before = flushes()
  const { mayBeLost } = database
  await mayBeLost.transaction((tx) => addItem(tx, 'first'))
  await mayBeLost.transaction((tx) => addItem(tx, 'second'))
  expect(flushes()).toBe(before)
  expect(afterPowerFailure()).toEqual([])
  await database.transaction((tx) => addItem(tx, 'third'))
  expect(flushes()).toBe(before + 1)
  expect(afterPowerFailure()).toEqual(['first', 'second', 'third'])
  await mayBeLost.transaction((tx) => addItem(tx, 'fourth'))
  await readItems(database)
  expect(afterPowerFailure()).toEqual(['first', 'second', 'third', 'fourth'])
})

test('one flush serves all commits before it began, and none after', async () => {
  const gates = [gate(), gate()]
  let begun = 0
  const flushes = flushesBy(() => gates[begun++]?.passed ?? Promise.reject(new Error('a third flush')))
  const done: string[] = []
  const write = async (name: string) => {
    await flushes.after(async () => flushes.committed())
    done.push(name)
  }
  const writing = [write('one')]
  await vi.waitFor(() => expect(begun).toBe(1))
  writing.push(write('two'), write('three'))
  gates[0]?.open()
  await vi.waitFor(() => expect(begun).toBe(2))
  expect(done).toEqual(['one'])
  gates[1]?.open()
  await Promise.all(writing)
  await flushes.after(async () => undefined)
  expect(begun).toBe(2)
})

test('after a flush that failed, nothing more succeeds', async () => {
  let isBroken = true
  const flushes = flushesBy(async () => {
    if (isBroken) throw new Error('EIO: i/o error, fdatasync')
  })
  await expect(flushes.after(async () => flushes.committed())).rejects.toThrow('EIO')
  isBroken = false
  await expect(flushes.after(async () => flushes.committed())).rejects.toThrow('EIO')
  await expect(flushes.after(async () => 'read')).rejects.toThrow('EIO')
})
