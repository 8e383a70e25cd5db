import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { samples } from '../bot/messages/samples.ts'
import { readChapters } from './chapters.ts'
import { messagesDocument } from './document.ts'

const docs = new URL('../../docs/', import.meta.url)

test('docs/messages.md says what the builders say: npm run messages writes it', async () => {
  const written = readFileSync(new URL('messages.md', docs), 'utf8')
  expect(written).toBe(messagesDocument(await readChapters()))
})

test('every sample is on a page, and every picture is there and in all under 4.5 MB', async () => {
  const groups = (await readChapters()).flatMap((chapter) => chapter.groups)
  expect(groups.flatMap(({ messages }) => messages)).toHaveLength(samples.length)
  const folder = new URL('messages/', docs)
  expect(readdirSync(folder).sort()).toEqual(groups.map(({ name }) => `${name}.png`).sort())
  const size = readdirSync(folder).reduce((sum, file) => sum + statSync(new URL(file, folder)).size, 0)
  expect(size).toBeLessThan(4_500_000)
})
