import { expect } from 'vitest'
import { at, listAt, isoDay, isoTime, uuid } from './call.ts'
import type { World } from './world.ts'

export const itemOf = async ({ get }: World, name: string) =>
  at(await get(`/v1/projects?name=${encodeURIComponent(name)}`), 'data.projects.0')

const totalOf = async ({ get }: World, name: unknown) =>
  at(await get(`/v1/projects?name=${encodeURIComponent(String(name))}`), 'data.pagination.total')

/** Creations, and the two ways in which they are refused. */
export const creationsOf = (world: World) => {
  const create = async (changed: Record<string, unknown>) => {
    const wish = await world.wish(changed)
    return { wish, answer: await world.call('POST', '/v1/projects', wish) }
  }

  /** The new project, as its list shows it. */
  const made = async (changed: Record<string, unknown>) => {
    const { wish, answer } = await create(changed)
    expect(answer.status).toBe(200)
    return itemOf(world, String(wish['name']))
  }

  /** 422 in the envelope, naming exactly these fields; and no project remains. */
  const invalid = async (changed: Record<string, unknown>, ...fields: string[]) => {
    const { wish, answer } = await create(changed)
    await world.invalid(answer, fields)
    if (typeof wish['name'] === 'string' && wish['name'] !== '')
      expect(await totalOf(world, wish['name'])).toBe(0)
  }

  /** 400 in the envelope, with exactly this message; and no project remains. */
  const unresolved = async (changed: Record<string, unknown>, message: unknown) => {
    const { wish, answer } = await create(changed)
    await world.refused(answer, 400, message)
    expect(await totalOf(world, wish['name'])).toBe(0)
  }

  return { create, made, invalid, unresolved }
}

export const listsOf = (world: World) => {
  const list = async (path: string, key: string) => listAt(await world.get(path), `data.${key}`)
  const total = async (path: string) => at(await world.get(path), 'data.pagination.total')
  const names = async (path: string, key: string) => (await list(path, key)).map((one) => one['name'])
  const refused = async (path: string, field: string) =>
    expect([path, ...(await world.wrong(world.call('GET', path)))]).toEqual([path, 422, field])

  /** What every list promises of its size. */
  const pages = async (path: string, key: string) => {
    expect(await list(`${path}?limit=1`, key)).toHaveLength(1)
    expect(await total(`${path}?limit=1`)).toBe(await total(path))
    expect((await list(`${path}?limit=200`, key)).length).toBeGreaterThan(1)
    for (const limit of ['201', '0', '-1', 'x', '1.5']) await refused(`${path}?limit=${limit}`, 'limit')
  }

  return { list, total, names, refused, pages }
}

export const time = expect.stringMatching(isoTime)
export const day = expect.stringMatching(isoDay)
export const id = expect.stringMatching(uuid)

/** The payload of the only event of this name that the work fires. */
export const payloadsOf =
  (world: World) =>
  async (name: string, work: () => Promise<unknown>): Promise<Record<string, unknown>> => {
    const found = (await world.during(work)).filter(({ event_name }) => event_name === name)
    expect([name, found.length]).toEqual([name, 1])
    return found[0]?.payload ?? {}
  }
