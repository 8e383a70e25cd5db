import {
  bool,
  type Check,
  distinct,
  fail,
  isRecord,
  items,
  type Json,
  list,
  object,
  record,
  string,
} from './slack-limits/check.ts'
import { messageBlocks, viewBlocks } from './slack-limits/blocks.ts'
import { option, plain } from './slack-limits/objects.ts'
import { acknowledgeComment, cards, presentComments, presentDetails } from './slack-limits/work-objects.ts'

/**
 * Slack's own refusals, as far as they are published or known: what this lets through, the Web API, response URLs
 * and dialogs take. It shares no number and no code with `src`, so that both must be right.
 */

/** Throws, naming the path, when Slack would refuse or cut this message. */
export const validateMessage = (message: { text?: unknown; blocks?: unknown }): void => {
  string(4_000)('text', message.text)
  messageBlocks('blocks', message.blocks)
  const whole = JSON.stringify(message.blocks).length
  // Seen from Slack: `msg_blocks_too_long` from about 13,200 on.
  if (whole > 13_000) fail('blocks', `${whole} characters in all`)
}

const named = { private_metadata: string(3_000, 0), callback_id: string(255), external_id: string(255) }

const views: Record<string, Check> = {
  modal: object(
    { title: plain(24), blocks: viewBlocks },
    {
      ...named,
      submit: plain(24),
      close: plain(24),
      clear_on_close: bool,
      notify_on_close: bool,
      submit_disabled: bool,
    },
  ),
  home: object({ blocks: viewBlocks }, named),
}

const objectsIn = (value: unknown): Json[] =>
  Array.isArray(value)
    ? value.flatMap(objectsIn)
    : isRecord(value)
      ? [value, ...Object.values(value).flatMap(objectsIn)]
      : []

/** Throws, naming the path, when `views.open` would refuse this dialog or home tab. */
export const validateView = (view: object): void => {
  const given = record('view', view)
  const check = views[String(given['type'])] ?? fail('view.type', 'is no view')
  check('view', given)
  const inner = objectsIn(given['blocks'])
  if (
    given['type'] === 'modal' &&
    given['submit'] === undefined &&
    inner.some(({ type }) => type === 'input')
  )
    fail('view.submit', 'is missing, and there are inputs')
  if (inner.filter((element) => element['focus_on_load'] === true).length > 1)
    fail('view', 'two elements want the focus')
  const size = Buffer.byteLength(JSON.stringify(view))
  if (size > 250_000) fail('view', `${size} bytes`)
}

/** The answer to a menu that asks for its entries. */
const validateOptions = (path: string, given: unknown): void => {
  list(option, 0, 100)(path, given)
  distinct(
    path,
    'value',
    items(path, given).map((one) => record(path, one)['value']),
  )
}

const unfurl = (path: string, given: Json) => {
  const { blocks, preview } = given
  if (blocks !== undefined) messageBlocks(`${path}.blocks`, blocks)
  const title = isRecord(preview) ? preview['title'] : undefined
  if (title !== undefined) plain(150)(`${path}.preview.title`, title)
}

const saying = (args: Json) => {
  // Words without blocks are a message too.
  if (args['blocks'] === undefined) string(40_000)('text', args['text'])
  else validateMessage(args)
}

const calls: Readonly<Record<string, (args: Json) => void>> = {
  'chat.postMessage': saying,
  'chat.postEphemeral': saying,
  'chat.update': saying,
  'chat.unfurl': ({ unfurls, metadata }) => {
    cards(metadata)
    const given = typeof unfurls === 'string' ? (JSON.parse(unfurls) as unknown) : (unfurls ?? {})
    for (const [url, card] of Object.entries(record('unfurls', given)))
      unfurl(`unfurls[${url}]`, record(`unfurls[${url}]`, card))
  },
  'entity.presentDetails': presentDetails,
  'entity.presentComments': presentComments,
  'entity.acknowledgeCommentAction': acknowledgeComment,
  'views.open': ({ view }) => validateView(record('view', view)),
  'views.push': ({ view }) => validateView(record('view', view)),
  'views.update': ({ view }) => validateView(record('view', view)),
  'views.publish': ({ view }) => validateView(record('view', view)),
  /** A response URL. */
  respond: (args) => {
    if (Number(args['uses'] ?? 1) > 5) fail('uses', 'a response URL takes five')
    if (args['delete_original'] !== true) saying(args)
  },
}

/** Throws, naming method and path, when Slack would refuse this call of the Web API. */
export const validateCall = (method: string, args: Json): void => {
  try {
    calls[method]?.(args)
  } catch (error) {
    throw new Error(`${method}: ${(error as Error).message}`, { cause: error })
  }
}

/** What a dialog's submission, or a menu, is answered with. */
export const validateAcknowledgement = (body: string): void => {
  if (body === '') return
  const answer = record('acknowledgement', JSON.parse(body))
  const { response_action: action, view, errors, options } = answer
  if (view !== undefined) validateView(record('view', view))
  if (options !== undefined) validateOptions('options', options)
  if (action === 'errors' && Object.values(record('errors', errors)).length === 0)
    fail('errors', 'there are none')
  for (const [block, words] of Object.entries(isRecord(errors) ? errors : {}))
    string(2_000)(`errors.${block}`, words)
}
