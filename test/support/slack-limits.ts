import { refusedAcknowledgement } from '../../src/playground/block-kit/acknowledgement.ts'
import { interactive } from '../../src/playground/block-kit/elements.ts'
import { isObject, problemsOf, text } from '../../src/playground/block-kit/rules.ts'
import {
  objectsIn,
  type Refused,
  refusedMessage,
  refusedView,
  validateUnfurls,
} from '../../src/playground/block-kit/validate.ts'
import { validateCards, validateFailure, validatePane } from '../../src/playground/block-kit/work-objects.ts'
import { slackLimits } from '../../src/slack-limits.ts'

/** Slack's refusals, as the playground implements them, plus valid content this app should never send. */

type Json = Record<string, unknown>

const fail = (problem: string): never => {
  throw new Error(problem)
}
const none = (problems: readonly string[]): void => {
  if (problems.length > 0) fail(problems.join('\n'))
}
const taken = (refused: Refused | undefined): void => {
  if (refused) none([refused.error, ...refused.messages])
}
const object = (name: string, value: unknown): Json =>
  isObject(value) ? value : fail(`${name} must be an object`)
/** Forms carry objects as JSON. */
const parsed = (given: unknown): unknown =>
  typeof given === 'string' ? (JSON.parse(given) as unknown) : given

/** Slack gives an element without an id a random one, so no listener matches it. */
const meant = (blocks: unknown): void => {
  if (!Array.isArray(blocks) || blocks.length === 0) fail('/blocks has none')
  for (const { type, action_id: id } of objectsIn(blocks))
    if (interactive.has(String(type)) && id === undefined)
      fail(`/blocks has a ${String(type)} without action_id`)
}

const blocksMeant = (blocks: unknown): void => {
  meant(blocks)
  if (objectsIn(blocks).some(({ type }) => type === 'input')) fail('/blocks has an input in a message')
}

/** Throws, with the place, when Slack would refuse or cut this message. */
export const validateMessage = ({ text: words, blocks }: { text?: unknown; blocks?: unknown }): void => {
  none(problemsOf(text(slackLimits.text), words, '/text'))
  blocksMeant(blocks)
  taken(refusedMessage({ text: String(words), blocks }))
}

/** Throws, with the place, when `views.open` would refuse this dialog or home tab. */
export const validateView = (view: object): void => {
  const { type, blocks } = object('view', view)
  taken(refusedView(view, type === 'home' ? 'home' : 'modal'))
  meant(blocks)
}

/** Text without blocks is a message too. */
const saying = (args: Json): void => {
  if (args['blocks'] !== undefined) validateMessage(args)
  else none(problemsOf(text(slackLimits.longestText), args['text'], '/text'))
}

const unfurl = ({ unfurls, metadata }: Json): void => {
  if (metadata !== undefined) {
    const { entities } = object('metadata', parsed(metadata))
    none(validateCards(entities))
  }
  const cards = object('unfurls', parsed(unfurls ?? {}))
  none(validateUnfurls(cards))
  for (const { blocks } of Object.values(cards).filter(isObject))
    if (blocks !== undefined) blocksMeant(blocks)
}

const shown = ({ view }: Json): void => validateView(object('view', view))

const calls: Readonly<Record<string, (args: Json) => void>> = {
  'chat.postMessage': saying,
  'chat.postEphemeral': saying,
  // An empty list takes away the blocks that were there.
  'chat.update': ({ blocks, ...args }) =>
    saying(JSON.stringify(blocks) === '[]' ? args : { ...args, blocks }),
  'chat.unfurl': unfurl,
  'entity.presentDetails': ({ metadata, error }) =>
    none(error === undefined ? validatePane(parsed(metadata)) : validateFailure(parsed(error))),
  'views.open': shown,
  'views.push': shown,
  'views.update': shown,
  'views.publish': shown,
  /** A response URL. */
  respond: (args) => {
    const { responseUrlUses: most } = slackLimits
    if (Number(args['uses'] ?? 1) > most) fail(`a response URL takes ${most} uses`)
    if (args['delete_original'] !== true) saying(args)
  },
}

/** Throws, naming method and place, when Slack would refuse this call of the Web API. */
export const validateCall = (method: string, args: Json): void => {
  try {
    calls[method]?.(args)
  } catch (error) {
    throw new Error(`${method}: ${(error as Error).message}`, { cause: error })
  }
}

/** The answer to a dialog's submission or to a menu. */
export const validateAcknowledgement = (body: string): void => {
  if (body === '') return
  const answer = object('acknowledgement', JSON.parse(body))
  taken(refusedAcknowledgement(answer))
  if (answer['view'] !== undefined) validateView(object('view', answer['view']))
}
