import { expect } from 'vitest'
import { at, listAt } from './call.ts'
import type { World } from './world.ts'

/** What tests of lists ask of a server. */
export const listsOf = (world: World) => {
  const list = async (path: string, key: string) =>
    listAt(await world.good(world.call('GET', path)), `data.${key}`)
  const total = async (path: string) => at(await world.good(world.call('GET', path)), 'data.pagination.total')
  const names = async (path: string, key: string) => (await list(path, key)).map((one) => one['name'])
  const refused = async (path: string, field: string) => {
    const { status, body } = await world.call('GET', path)
    expect([path, status, listAt(body, 'errors').map((one) => one['field'])]).toEqual([path, 422, [field]])
  }

  /** What every list promises of its size. */
  const pages = async (path: string, key: string) => {
    expect(await list(`${path}?limit=1`, key)).toHaveLength(1)
    expect(await total(`${path}?limit=1`)).toBe(await total(path))
    expect((await list(`${path}?limit=200`, key)).length).toBeGreaterThan(1)
    for (const limit of ['201', '0', '-1', 'x', '1.5']) await refused(`${path}?limit=${limit}`, 'limit')
  }

  return { list, total, names, refused, pages }
}
