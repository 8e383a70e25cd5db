import { expect, test } from 'vitest'
import { readStories } from './coverage.ts'
import { row, section } from './row.ts'

test('every row that was promised has a story, and every story that it names is one test', () => {
  const { sections: _, ...wrong } = readStories()
  expect(wrong).toEqual({ unheld: [], doubled: [], unknown: [], ambiguous: [] })
})

test('a row that names no test, no such test, or a title of two tests is seen', () => {
  const rows = section('Invented', 'invented', {
    nothing: row('nobody promised it').heldBy(),
    gone: row('its test was renamed').heldBy('a title of no test'),
    open: row('two files have it').heldBy('a title of two'),
    held: row('one file has it').heldBy('a title of one'),
  })
  const files = { 'a title of one': ['a'], 'a title of two': ['a', 'b'] }
  const found = Object.entries(files).flatMap(([title, names]) => names.map((file) => ({ file, title })))
  const { unheld, unknown, ambiguous } = readStories([rows], found)
  expect({ unheld, unknown, ambiguous }).toEqual({
    unheld: ['invented nothing'],
    unknown: ['a title of no test'],
    ambiguous: ['a title of two'],
  })
})
