import { createStore } from './store.js'

const query = new URLSearchParams(location.search)
const remembered = (name) => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export const remember = (name, value) => {
  try {
    localStorage.setItem(name, value)
  } catch {
    // A browser that keeps nothing only forgets who one was.
  }
}

/** `/archives/C0ACME/p1763702400000100?thread_ts=…`, as permalinks are. */
const place = /^\/archives\/([CD]\w+)(?:\/p(\d{10})(\d{6}))?/.exec(location.pathname)

export const store = createStore({
  as: query.get('as') ?? remembered('as') ?? 'dana',
  workspace: null,
  /** A channel's id, or `home` for the app's Home tab. */
  place: place?.[1] ?? (location.pathname === '/app' ? 'home' : 'C0ACME'),
  /** Messages by channel id, oldest first. */
  messages: {},
  thread: query.get('thread_ts') ?? query.get('thread'),
  /** The Work Object that is open beside the conversation. */
  pane: null,
  highlighted: place?.[2] ? `${place[2]}.${place[3]}` : null,
  /** On a phone, one pane at a time: the list of channels is in sight. */
  menu: false,
  views: [],
  home: null,
  /** What a failed action left at its message: ts or view id to words. */
  trouble: {},
  notice: null,
  announcement: '',
  connected: true,
  tracker: { shown: remembered('tracker') !== 'hidden' && innerWidth > 1100, src: null },
  dialog: null,
})

export const me = (state) => state.workspace?.me
export const personById = (id) => store.get().workspace?.users.find((one) => one.id === id)
export const channelById = (id) => store.get().workspace?.channels.find((one) => one.id === id)
