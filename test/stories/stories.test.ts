import { expect, test } from 'vitest'
import { readStories } from './coverage.ts'

test('every row that was promised has a story, and every story names rows that there are', () => {
  const { unheld, unknown, doubled } = readStories()
  expect({ unheld: unheld.map(({ id }) => id), unknown, doubled }).toEqual({
    unheld: [],
    unknown: [],
    doubled: [],
  })
})

test('a row that no title names is seen to have none', () => {
  const invented = { id: '§9 nothing', sentence: 'nobody promised it' }
  const { unheld } = readStories([{ title: 'invented', rows: [invented] }])
  expect(unheld).toEqual([invented])
})
