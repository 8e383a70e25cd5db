import { goTo, notify, setTracker } from './actions.js'
import { channelById, store } from './state.js'

/** Opens the tracker's pages next to the workspace, permalinks here, and other links in a new tab. */
export const followLink = (event, href) => {
  const { workspace } = store.get()
  const url = new URL(href, location.href)
  const permalink =
    url.origin === location.origin && /^\/archives\/(\w+)(?:\/p(\d{10})(\d{6}))?/.exec(url.pathname)
  if (permalink) {
    event.preventDefault()
    if (!channelById(permalink[1])) return notify('You’re not in this channel.')
    const ts = permalink[2] ? `${permalink[2]}.${permalink[3]}` : null
    return void goTo(permalink[1], url.searchParams.get('thread_ts'), ts)
  }
  if (workspace?.tracker.url && url.origin === new URL(workspace.tracker.url).origin) {
    event.preventDefault()
    setTracker({ shown: true, src: url.href })
  }
}
