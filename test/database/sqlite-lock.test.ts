import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/bot/store/database.ts'

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'onboarding-lock-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('a SQLite file in use is refused under every name: links to it, to its folder, made before it was', async () => {
  const [home, elsewhere] = [folder(), folder()]
  const file = join(home, 'bot.db')
  const link = join(elsewhere, 'link.db')
  symlinkSync(file, link)
  symlinkSync(home, join(elsewhere, 'folder'))
  await using _first = await openDatabase(`sqlite:${link}`)
  for (const path of [file, link, join(elsewhere, 'folder', 'bot.db')])
    await expect(openDatabase(`sqlite:${path}`), path).rejects.toThrow('in use by another running process')
})

test('a second opening that is refused here leaves the lock against other processes', async () => {
  const file = join(folder(), 'bot.db')
  await using _first = await openDatabase(`sqlite:${file}`)
  await expect(openDatabase(`sqlite:${file}`)).rejects.toThrow('in use by another running process')
  const locks = `new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec('begin exclusive')`
  const other = spawnSync(process.execPath, ['-e', locks, `${file}.lock`], { encoding: 'utf8' })
  expect(other.stderr).toContain('database is locked')
})
