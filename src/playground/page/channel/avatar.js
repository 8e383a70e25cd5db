import { emoji } from '../kit/emoji.js'
import { html } from '../kit/html.js'
import { personById, store } from '../state/state.js'

/** Whose name and picture a message has. The app may post under a person's. */
export const authorOf = (message) => {
  const person = personById(message.user)
  const icons = message.icons ?? {}
  const { bot } = store.get().workspace ?? {}
  const slackbot = message.user === 'USLACKBOT'
  return {
    id: `${message.user}${message.username ?? ''}`,
    name: slackbot ? 'Slackbot' : (message.username ?? person?.real_name ?? bot?.name ?? 'Someone'),
    // Next to another name, the app's own picture would mislead.
    image: slackbot
      ? null
      : (icons.image_72 ?? icons.image_48 ?? (message.username ? null : person?.profile.image_72) ?? null),
    emoji: icons.emoji,
    app: message.bot_id !== undefined,
    company: person?.company,
  }
}

const hue = (name) => [...name].reduce((sum, one) => sum + one.codePointAt(0), 0) % 360

export const Avatar = ({ author, size = 36 }) => {
  const own = author.emoji && emoji(author.emoji.replace(/:/g, ''))
  const style = { width: size, height: size, fontSize: size * 0.5 }
  if (author.name === 'Slackbot')
    return html`<span class="avatar slackbot" style=${style} aria-hidden="true">♡</span>`
  if (own) return html`<span class="avatar slackbot emoji" style=${style} aria-hidden="true">${own}</span>`
  if (!author.image)
    return html`<span
      class="avatar"
      style=${{ ...style, background: `hsl(${hue(author.name)} 38% 42%)` }}
      aria-hidden="true"
      >${author.name.slice(0, 1)}</span
    >`
  return html`<img class="avatar" src=${author.image} alt="" width=${size} height=${size} style=${style} />`
}
