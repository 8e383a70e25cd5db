import { unescape } from '../../messages/kit/mrkdwn.ts'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const uuidAlone = new RegExp(`^${uuid}$`, 'i')
const projectInUrl = new RegExp(`/projects?/(${uuid})`, 'i')
const taskInUrl = new RegExp(`(?:[#?&/]tasks?[-=/])(${uuid})`, 'i')

/** How a person named an object: by uuid, by a page of the tracker, or in words. */
export type Reference =
  | { by: 'uuid'; uuid: string }
  | { by: 'url'; url: string; projectUuid: string | undefined; taskUuid: string | undefined }
  | { by: 'text'; text: string }

/** `<https://…|label>` as Slack sends links, or the words themselves, with `&amp;` undone. */
export const withoutMarkup = (word: string): string => {
  const [, target] = /^<([^<>|]+)(?:\|[^<>]*)?>$/.exec(word) ?? []
  return unescape(target ?? word).trim()
}

/** Reads one word or quoted phrase. Which host a URL leads to is not asked: the tracker is asked for the uuid. */
export const readReference = (word: string): Reference => {
  const text = withoutMarkup(word)
  if (uuidAlone.test(text)) return { by: 'uuid', uuid: text.toLowerCase() }
  if (!/^https?:\/\//i.test(text)) return { by: 'text', text }
  return {
    by: 'url',
    url: text,
    projectUuid: projectInUrl.exec(text)?.[1]?.toLowerCase(),
    taskUuid: taskInUrl.exec(text)?.[1]?.toLowerCase(),
  }
}

/** A task as it was named; a project's uuid comes along when the URL says it. */
export type TaskReference =
  | { by: 'uuid'; uuid: string; projectUuid: string | undefined }
  | { by: 'text'; text: string }

/** A project as it was named; a text is a name, a part of one, or an external id. */
export type ProjectReference = { by: 'uuid'; uuid: string } | { by: 'text'; text: string }

export const noTask = 'That URL is no task’s page of the tracker.'
export const noProject = 'That URL is no project’s page of the tracker.'

/** Undefined: a URL that is no task's. */
export const taskReference = (word: string): TaskReference | undefined => {
  const found = readReference(word)
  if (found.by === 'uuid') return { ...found, projectUuid: undefined }
  if (found.by === 'text') return found
  return found.taskUuid === undefined
    ? undefined
    : { by: 'uuid', uuid: found.taskUuid, projectUuid: found.projectUuid }
}

/** Undefined: a URL that is no project's. */
export const projectReference = (word: string): ProjectReference | undefined => {
  const found = readReference(word)
  if (found.by !== 'url') return found
  return found.projectUuid === undefined ? undefined : { by: 'uuid', uuid: found.projectUuid }
}
