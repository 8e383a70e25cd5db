import { slackLimits as limits } from '../../slack-limits.ts'
import type { Json } from '../workspace/types.ts'
import { blocksOn, view as viewRules, type Surface } from './blocks.ts'
import { plain } from './objects.ts'
import { isObject, listOf, oneOf, problemsOf, repeated, type Report, type Rule, text } from './rules.ts'

const elementsOf = (block: Json): Json[] =>
  [block['elements'], block['accessory'], block['element']].flatMap((one) => one ?? []).filter(isObject)

/** Ids that must not repeat: a block's in its message or view, an action's in its block. */
const checkIds = (blocks: unknown, pointer: string, report: Report) => {
  const all = listOf(blocks).map((block) => (isObject(block) ? block : {}))
  for (const [index, id] of repeated(all.map((block) => block['block_id'])))
    report(`block_id already exists: ${String(id)}`, `${pointer}/${index}/block_id`)
  for (const [index, block] of all.entries())
    for (const [, id] of repeated(elementsOf(block).map((element) => element['action_id'])))
      report(`action_id already exists: ${String(id)}`, `${pointer}/${index}`)
}

const blocksRule =
  (surface: Surface): Rule =>
  (blocks, pointer, report) => {
    blocksOn(surface)(blocks, pointer, report)
    checkIds(blocks, pointer, report)
  }

/** Why Slack would refuse these blocks, as in `response_metadata.messages`; empty if it accepts them. */
export const validateBlocks = (blocks: unknown, surface: Surface): string[] =>
  problemsOf(blocksRule(surface), blocks, '/blocks')

export const objectsIn = (value: unknown): Json[] =>
  Array.isArray(value)
    ? value.flatMap(objectsIn)
    : isObject(value)
      ? [value, ...Object.values(value).flatMap(objectsIn)]
      : []

const viewRule =
  (type: 'modal' | 'home'): Rule =>
  (view, pointer, report) => {
    viewRules[type](view, pointer, report)
    if (!isObject(view)) return
    oneOf(type)(view['type'], `${pointer}/type`, report)
    checkIds(view['blocks'], `${pointer}/blocks`, report)
    const inner = objectsIn(view['blocks'])
    if (type === 'modal' && view['submit'] === undefined && inner.some((one) => one['type'] === 'input'))
      report('missing required field: submit', pointer)
    if (inner.filter((one) => one['focus_on_load'] === true).length > 1)
      report('only one element may have focus_on_load', `${pointer}/blocks`)
  }

/** Why Slack would refuse a view. `type` is the one that the method expects. */
export const validateView = (view: unknown, type: 'modal' | 'home'): string[] =>
  problemsOf(viewRule(type), view, '/view')

/** Slack's `ok: false`: the error, and `response_metadata.messages`. */
export interface Refused {
  error: string
  messages: string[]
}

const refused = (error: string, messages: string[] = []): Refused => ({ error, messages })

/** Why Slack would refuse a message; undefined if it accepts it. */
export const refusedMessage = (message: { text: string; blocks?: unknown }): Refused | undefined => {
  const problems = message.blocks === undefined ? [] : validateBlocks(message.blocks, 'message')
  if (problems.length > 0) return refused('invalid_blocks', problems)
  if (JSON.stringify(message.blocks ?? []).length > limits.blocksJson) return refused('msg_blocks_too_long')
  if (message.text.length > limits.longestText) return refused('msg_too_long')
  const words = problemsOf(text(limits.longestText, 0), message.text, '/text')
  return words.length > 0 ? refused('invalid_arguments', words) : undefined
}

/** Why Slack would refuse a dialog or a Home tab. Undefined if it accepts it. */
export const refusedView = (view: unknown, type: 'modal' | 'home'): Refused | undefined => {
  const problems = validateView(view, type)
  if (problems.length > 0) return refused('invalid_arguments', problems)
  return Buffer.byteLength(JSON.stringify(view)) > limits.viewBytes ? refused('view_too_large') : undefined
}

const plainCard: Rule = (card, pointer, report) => {
  if (!isObject(card)) return report('must provide an object', pointer)
  const { blocks, preview } = card
  if (blocks !== undefined) blocksRule('message')(blocks, `${pointer}/blocks`, report)
  const title = isObject(preview) ? preview['title'] : undefined
  if (title !== undefined) plain(limits.previewTitle)(title, `${pointer}/preview/title`, report)
  return undefined
}

/** The plain cards of `chat.unfurl`, by their links. */
export const validateUnfurls = (unfurls: Json): string[] =>
  Object.entries(unfurls).flatMap(([url, card]) => problemsOf(plainCard, card, `/unfurls/${url}`))
