import type { Json } from '../workspace/types.ts'
import { blocksOn, view as viewRules, type Surface } from './blocks.ts'
import { isObject, type Report } from './rules.ts'

/** Every string and object field of Block Kit's text objects, added up as Slack does for a whole message. */
const textLength = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + textLength(one), 0)
  if (!isObject(value)) return 0
  const own = typeof value['text'] === 'string' ? value['text'].length : 0
  return Object.values(value).reduce<number>((sum, one) => sum + textLength(one), own)
}

/** Beyond it a message is refused with `msg_blocks_too_long`. */
const blocksTextLimit = 13_200

const elementsOf = (block: Json): unknown[] =>
  [block['elements'], block['accessory'], block['element']].flatMap((one) => one ?? [])

/** Ids that must not repeat: a block's in its message or view, an action's in its block. */
const checkIds = (blocks: readonly unknown[], report: Report) => {
  const seen = new Set<unknown>()
  for (const [index, block] of blocks.entries()) {
    if (!isObject(block)) continue
    const id = block['block_id']
    if (typeof id === 'string' && seen.has(id))
      report(`block_id already exists: ${id}`, `/blocks/${index}/block_id`)
    seen.add(id)
    const actions = new Set<unknown>()
    for (const element of elementsOf(block).filter(isObject)) {
      const action = element['action_id']
      if (typeof action === 'string' && actions.has(action))
        report(`action_id already exists: ${action}`, `/blocks/${index}`)
      actions.add(action)
    }
  }
}

const collect = (check: (report: Report) => void): string[] => {
  const problems: string[] = []
  check((problem, pointer) => problems.push(`[ERROR] ${problem} [json-pointer:${pointer}]`))
  return problems
}

/** What Slack would refuse these blocks for, in the form of `response_metadata.messages`; empty when nothing. */
export const validateBlocks = (blocks: readonly unknown[], surface: Surface): string[] =>
  collect((report) => {
    blocksOn(surface)(blocks, '/blocks', report)
    checkIds(blocks, report)
  })

export const blocksTooLong = (blocks: readonly unknown[]): boolean => textLength(blocks) > blocksTextLimit

/** The same for a whole view: `type` is what the method expects. */
export const validateView = (view: Json, type: 'modal' | 'home'): string[] =>
  collect((report) => {
    if (view['type'] !== type) report('must be a valid enum value', '/view/type')
    viewRules[type](view, '/view', (problem, pointer) => report(problem, pointer))
    const blocks = Array.isArray(view['blocks']) ? (view['blocks'] as unknown[]) : []
    checkIds(blocks, (problem, pointer) => report(problem, `/view${pointer}`))
    const asks = blocks.some((block) => isObject(block) && block['type'] === 'input')
    if (type === 'modal' && asks && view['submit'] === undefined)
      report('missing required field: submit', '/view')
  })
