import { expect, test } from 'vitest'
import { fewEach } from '../../src/database/few-each.ts'
import { gate } from '../lanes/node.ts'

/** Uses that run until they are ended. */
const uses = () => {
  const running: string[] = []
  const aroundOf = fewEach(2)
  const begin = (owner: number, name: string) => {
    const end = gate()
    const done = aroundOf(owner)(async () => {
      running.push(name)
      await end.passed
      running.splice(running.indexOf(name), 1)
      if (name.includes('fails')) throw new Error(name)
    })
    return { end: end.open, done }
  }
  return { running, begin }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('each owner has two uses at once, and the rest of its uses wait in order while others go on', async () => {
  const { running, begin } = uses()
  const large = ['a', 'b', 'c', 'd'].map((name) => begin(1, name))
  begin(2, 'small')
  await turn()
  expect(running).toEqual(['a', 'b', 'small'])
  large[1]?.end()
  await turn()
  expect(running).toEqual(['a', 'small', 'c'])
  large[0]?.end()
  await turn()
  expect(running).toEqual(['small', 'c', 'd'])
})

test('a use that fails makes room as well', async () => {
  const { running, begin } = uses()
  const first = begin(1, 'fails')
  begin(1, 'b')
  begin(1, 'c')
  first.end()
  await expect(first.done).rejects.toThrow('fails')
  await turn()
  expect(running).toEqual(['b', 'c'])
})
