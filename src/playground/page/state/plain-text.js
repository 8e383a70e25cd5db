import { channelById, personById } from './state.js'

export const decode = (text) => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&')

/** A message's text without markup, for announcements and labels. */
export const plainText = (text) =>
  decode((text ?? '').replace(/<[^|>]*\|([^>]*)>/g, '$1').replace(/<([^>]*)>/g, '$1')).slice(0, 300)

/** What an author would type to get this text. */
export const sourceText = (text) =>
  decode(
    text
      .replace(/<@(\w+)>/g, (_all, id) => `@${personById(id)?.name ?? id}`)
      .replace(/<#(\w+)(?:\|[^>]*)?>/g, (_all, id) => `#${channelById(id)?.name ?? id}`)
      .replace(/<!(\w+)>/g, '@$1')
      .replace(/<([^|>]+)(?:\|[^>]*)?>/g, '$1'),
  )
