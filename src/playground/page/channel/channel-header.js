import { changeChannel, goTo, moveMember } from '../state/actions.js'
import { html } from '../kit/html.js'
import { Icon } from '../kit/icons.js'
import { useOneStop } from '../kit/one-stop.js'
import { Pinned } from './pins.js'
import { Menu } from '../kit/popover.js'
import { personById, store } from '../state/state.js'

/** A channel is shared by the people of the workspace that it was made in. */
const sharing = (channel, { companies, me }) =>
  channel.team_id !== me.team_id
    ? []
    : companies
        .filter(({ id }) => id !== me.team_id)
        .map(({ id, name }) =>
          channel.partners.some((one) => one.id === id)
            ? {
                label: `Stop sharing with ${name}`,
                onChoose: () => changeChannel(channel.id, { shared: false, with: id }),
              }
            : {
                label: `Share with ${name}`,
                hint: 'Slack Connect',
                onChoose: () => changeChannel(channel.id, { shared: true, with: id }),
              },
        )

/** The app can join and leave only where it is installed. */
const membership = ({ id, members }, { bot }) => {
  if (!bot.installed) return []
  return [
    members.includes(bot.userId)
      ? {
          label: `Remove ${bot.name} from this channel`,
          onChoose: () => moveMember(id, { remove: bot.userId }),
        }
      : { label: `Add ${bot.name} to this channel`, onChoose: () => moveMember(id, { add: bot.userId }) },
    null,
  ]
}

/** Changes a member can make to a channel. The app must notice each. */
const channelMenu = (channel, workspace) => {
  const { id } = channel
  return [
    ...membership(channel, workspace),
    ...sharing(channel, workspace),
    channel.is_archived
      ? { label: 'Unarchive channel', onChoose: () => changeChannel(id, { archived: false }) }
      : { label: 'Archive channel', danger: true, onChoose: () => changeChannel(id, { archived: true }) },
  ]
}

const Members = ({ people }) => html`
  <span class="members" title=${people.map((one) => one.real_name).join(', ')}>
    ${people.slice(0, 3).map((one) => html`<img src=${one.profile.image_24} alt="" width="20" height="20" />`)}
    ${people.length}
    <span class="unseen"> members: ${people.map((one) => one.real_name).join(', ')}</span>
  </span>
`

/** On a phone, the list of channels is its own pane. */
export const BackToChannels = () => html`
  <button
    type="button"
    class="icon-button phone-only"
    aria-label="Back to channels"
    title="Channels"
    onClick=${() => store.set({ menu: true })}
  >
    <${Icon} name="back" />
  </button>
`

export const AppTabs = ({ place, direct }) => html`
  <nav class="tabs" aria-label="Onboarding">
    <button type="button" aria-current=${place === 'home' ? 'page' : undefined} onClick=${() => goTo('home')}>
      Home
    </button>
    <button
      type="button"
      aria-current=${place === 'messages' ? 'page' : undefined}
      onClick=${() => goTo(direct)}
    >
      Messages
    </button>
  </nav>
`

export const ChannelHeader = ({ channel, workspace }) => {
  const { bot, me } = workspace
  const stop = useOneStop()
  if (channel.is_im)
    return html`
      <header class="channel-header" ...${stop}>
        <${BackToChannels} />
        <img src=${`/playground/avatars/${bot.userId}.svg`} alt="" width="24" height="24" />
        <h1>${bot.name}</h1>
        <${AppTabs} place="messages" direct=${channel.id} />
      </header>
    `
  const people = channel.members.map((id) => personById(id)).filter(Boolean)
  const partners = channel.partners.map(({ name }) => name).join(' and ')
  return html`
    <header class="channel-header" ...${stop}>
      <${BackToChannels} />
      <h1><span aria-hidden="true">${channel.is_private ? '🔒' : '#'}</span>${channel.name}</h1>
      ${channel.is_ext_shared && html`<span class="shared">shared with ${partners}</span>`}
      ${channel.is_archived && html`<span class="shared">archived</span>`}
      <p class="topic" title=${channel.topic}>${channel.topic}</p>
      <${Pinned} channel=${channel} />
      <${Members} people=${people} />
      ${!me.is_stranger && html`<${Menu} label="Channel settings" className="icon-button" items=${channelMenu(channel, workspace)}><${Icon} name="more" /><//>`}
    </header>
  `
}
