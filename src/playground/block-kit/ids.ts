import { randomBytes } from 'node:crypto'
import type { Json } from '../workspace/types.ts'
import { interactive } from './elements.ts'

const short = () => randomBytes(4).toString('base64url').slice(0, 5)

const element = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const one = value as Json
  return interactive.has(String(one['type'])) && !one['action_id'] ? { ...one, action_id: short() } : one
}

/** Adds missing ids to blocks and elements, as Slack does when it stores them. */
export const withIds = (blocks: readonly Json[]): Json[] =>
  blocks.map((block) => ({
    ...block,
    block_id: typeof block['block_id'] === 'string' && block['block_id'] !== '' ? block['block_id'] : short(),
    ...(Array.isArray(block['elements']) && { elements: block['elements'].map(element) }),
    ...(block['accessory'] !== undefined && { accessory: element(block['accessory']) }),
    ...(block['element'] !== undefined && { element: element(block['element']) }),
  }))
