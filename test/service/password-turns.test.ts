import { expect, test, vi } from 'vitest'
import { openPasswordTurns } from '../../src/service/password-turns.ts'

/** Starts checks that end by hand, and says in which order they began. */
const line = () => {
  const refused = vi.fn<() => void>()
  const turns = openPasswordTurns(refused)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const send = (name: string, isFirst = false) => {
    const work = turns({ isFirst }, async () => {
      begun.push(name)
      await new Promise<void>((end) => ends.push(end))
      return name
    })
    return work.catch(({ status }: { status: number }) => status)
  }
  const endAll = async () => {
    for (let end = ends.shift(); end; end = ends.shift()) {
      end()
      await new Promise((next) => setImmediate(next))
    }
  }
  return { send, begun, endAll, refused }
}

test('two checks run, four wait, and the next stranger is told to come back', async () => {
  const { send, endAll, refused } = line()
  const sent = Array.from({ length: 7 }, (_, at) => send(`${at}`))
  expect(await sent[6]).toBe(503)
  await endAll()
  expect(await Promise.all(sent.slice(0, 6))).toEqual(['0', '1', '2', '3', '4', '5'])
  expect(refused).toHaveBeenCalledTimes(1)
})

test('known people go before strangers, and take the last one’s place', async () => {
  const { send, begun, endAll } = line()
  const strangers = Array.from({ length: 6 }, (_, at) => send(`${at}`))
  const known = ['dana', 'lee', 'sam', 'kim'].map((name) => send(name, true))
  expect(await Promise.all(strangers.slice(2))).toEqual([503, 503, 503, 503])
  expect(await send('one more', true)).toBe(503)
  await endAll()
  expect(await Promise.all(known)).toEqual(['dana', 'lee', 'sam', 'kim'])
  expect(begun).toEqual(['0', '1', 'dana', 'lee', 'sam', 'kim'])
})
