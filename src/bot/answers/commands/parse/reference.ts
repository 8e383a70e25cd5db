import { unescape } from '../../../kit/text/mrkdwn.ts'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const uuidAlone = new RegExp(`^${uuid}$`, 'i')
const projectInUrl = new RegExp(`/projects?/(${uuid})`, 'i')
const taskInUrl = new RegExp(`(?:[#?&/]tasks?[-=/])(${uuid})`, 'i')

const isUrl = (text: string): boolean => /^https?:\/\//i.test(text)

export type Reference =
  | { by: 'uuid'; uuid: string }
  | { by: 'url'; url: string; projectUuid: string | undefined; taskUuid: string | undefined }
  | { by: 'text'; text: string }

/** The URL of Slack's `<https://…|label>`, or the words themselves. Decodes `&amp;`. */
export const withoutMarkup = (word: string): string => {
  const [, target] = /^<([^<>|]+)(?:\|[^<>]*)?>$/.exec(word) ?? []
  return unescape(target ?? word).trim()
}

const slackLink = /<([a-z][a-z\d+.-]*:[^<>|]+)(?:\|([^<>]+))?>/gi
const addressIn = (url: string): string =>
  url.replace(/^(?:https?:\/\/|mailto:|tel:)/i, '').replace(/\/$/, '')

/** The words as typed. In messages, Slack makes links of domains and addresses: `<http://acme.com|acme.com>`. */
export const asTyped = (words: string): string =>
  unescape(
    words.replaceAll(slackLink, (_, target: string, label?: string) => {
      const isWeb = /^https?:/i.test(target)
      if (label !== undefined && (!isWeb || addressIn(label) === addressIn(target))) return label
      return isWeb ? target : addressIn(target)
    }),
  )

/** Reads one word or quoted phrase. Does not check the URL's host: the uuid is looked up in the tracker. */
export const readReference = (word: string): Reference => {
  const url = withoutMarkup(word)
  if (uuidAlone.test(url)) return { by: 'uuid', uuid: url.toLowerCase() }
  const projectUuid = projectInUrl.exec(url)?.[1]?.toLowerCase()
  const taskUuid = taskInUrl.exec(url)?.[1]?.toLowerCase()
  const text = asTyped(word).trim()
  const isObject = projectUuid !== undefined || taskUuid !== undefined
  return isUrl(isObject ? url : text) ? { by: 'url', url, projectUuid, taskUuid } : { by: 'text', text }
}

/** `projectUuid` is set if the URL has one. */
export type TaskReference =
  | { by: 'uuid'; uuid: string; projectUuid: string | undefined }
  | { by: 'text'; text: string }

/** A text is a name, part of a name, or an external id. */
export type ProjectReference = { by: 'uuid'; uuid: string } | { by: 'text'; text: string }

export const noTask = 'That link isn’t a task in the tracker.'
export const noProject = 'That link isn’t a project in the tracker.'

/** Undefined for a URL that is not a task's. */
export const taskReference = (word: string): TaskReference | undefined => {
  const found = readReference(word)
  if (found.by === 'uuid') return { ...found, projectUuid: undefined }
  if (found.by === 'text') return found
  return found.taskUuid === undefined
    ? undefined
    : { by: 'uuid', uuid: found.taskUuid, projectUuid: found.projectUuid }
}

/** Undefined for a URL that is not a project's. */
export const projectReference = (word: string): ProjectReference | undefined => {
  const found = readReference(word)
  if (found.by !== 'url') return found
  return found.projectUuid === undefined ? undefined : { by: 'uuid', uuid: found.projectUuid }
}
