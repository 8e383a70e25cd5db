import { expect } from 'vitest'
import { at, problem } from './call.ts'
import type { World } from './world.ts'

export const itemOf = async ({ good, call }: World, name: string) =>
  at(await good(call('GET', `/v1/projects?name=${encodeURIComponent(name)}`)), 'data.projects.0')

const totalOf = async ({ good, call }: World, name: unknown) =>
  at(
    await good(call('GET', `/v1/projects?name=${encodeURIComponent(String(name))}`)),
    'data.pagination.total',
  )

/** Creations, and the two ways in which they are refused. */
export const creationsOf = (world: World) => {
  const create = async (changed: Record<string, unknown>) => {
    const wish = await world.wish(changed)
    return { wish, answer: await world.call('POST', '/v1/projects', wish) }
  }

  /** 422 in the envelope, naming exactly these fields; and no project remains. */
  const invalid = async (changed: Record<string, unknown>, ...fields: string[]) => {
    const { wish, answer } = await create(changed)
    expect([answer.status, answer.body]).toEqual([
      422,
      problem(
        answer,
        'Validation failed.',
        fields.map((field) => ({ field, message: expect.stringMatching(/./) })),
      ),
    ])
    if (typeof wish['name'] === 'string' && wish['name'] !== '')
      expect(await totalOf(world, wish['name'])).toBe(0)
  }

  /** 400 in the envelope, with exactly this message; and no project remains. */
  const unresolved = async (changed: Record<string, unknown>, message: unknown) => {
    const { wish, answer } = await create(changed)
    expect([answer.status, answer.body]).toEqual([400, problem(answer, message)])
    expect(await totalOf(world, wish['name'])).toBe(0)
  }

  return { create, invalid, unresolved }
}
