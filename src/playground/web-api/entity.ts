import { validateCards, validateFailure, validatePane } from '../block-kit/work-objects.ts'
import type { PaneRequest } from '../workspace/panes.ts'
import type { Json, Message } from '../workspace/types.ts'
import { type Args, isJson } from './args.ts'
import type { Context, Method } from './context.ts'
import { refuse } from './refusal.ts'

const requestOf = (context: Context, args: Args): PaneRequest => {
  const request = context.panes.find(args.required('trigger_id'))
  if (request === undefined) return refuse('invalid_trigger_id')
  return request === 'late' ? refuse('expired_trigger_id') : request
}

const sameRef = (one: Json, other: Json) => one['id'] === other['id'] && one['type'] === other['type']

const modified = (entity: Json): number => {
  const attributes = (entity['entity_payload'] as { attributes?: Json } | undefined)?.attributes
  return Number(attributes?.['metadata_last_modified'] ?? 0)
}

/** As in Slack, newer details replace the card. */
const refreshCard = (context: Context, { card }: PaneRequest, entity: Json): void => {
  const message = card && context.workspace.message(card.channel, card.ts)
  if (!card || !message?.attachments) return
  const attachments = message.attachments.map((attachment) => {
    const old = attachment['work_object']
    const fits = attachment['from_url'] === card.url && isJson(old) && modified(entity) > modified(old)
    if (!fits) return attachment
    const { app_unfurl_url: link } = old
    return { ...attachment, work_object: { ...entity, ...(link !== undefined && { app_unfurl_url: link }) } }
  })
  context.workspace.saveMessage(card.channel, { ...message, attachments }, 'update')
}

const presentDetails: Method = (context, args) => {
  const request = requestOf(context, args)
  const trigger = args.required('trigger_id')
  const error = args.object('error')
  if (error) {
    refuseFor(validateFailure(error))
    context.workspace.announce({ kind: 'pane', for: request.user, trigger, error })
    return {}
  }
  const entity = args.object('metadata') ?? refuse('invalid_metadata')
  const problems = validatePane(entity)
  if (problems.length > 0) refuse('invalid_metadata', problems)
  if (!sameRef(entity['external_ref'] as Json, request.externalRef))
    refuse('entity_metadata_does_not_match_trigger')
  context.workspace.announce({ kind: 'pane', for: request.user, trigger, entity })
  refreshCard(context, request, entity)
  return {}
}

const refuseFor = (problems: readonly string[]): void => {
  if (problems.length > 0) refuse('invalid_arguments', problems)
}

export const entity: Readonly<Record<string, Method>> = {
  'entity.presentDetails': presentDetails,
}

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** The Work Objects of `chat.unfurl`, by link. */
export const readEntities = (args: Args, message: Message): ReadonlyMap<string, Json> => {
  const metadata = args.object('metadata')
  if (metadata === undefined) return args.has('metadata') ? refuse('invalid_metadata_format') : new Map()
  const cards = metadata['entities']
  if (!Array.isArray(cards)) return refuse('invalid_metadata_format')
  const problems = validateCards(cards)
  if (problems.length > 0) refuse('invalid_metadata', problems)
  const entities = cards as Json[]
  const text = unescaped(message.text)
  for (const one of entities) if (!text.includes(String(one['app_unfurl_url']))) refuse('cannot_unfurl_url')
  return new Map(entities.map((one) => [String(one['app_unfurl_url']), one]))
}
