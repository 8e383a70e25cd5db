import { createStore } from './store.js'

const query = new URLSearchParams(location.search)
export const remembered = (name) => {
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
    // A browser without storage only forgets the acting person.
  }
}

/** `/archives/C0ACME/p1763702400000100?thread_ts=…`, as permalinks are. */
const place = /^\/archives\/([CD]\w+)(?:\/p(\d{10})(\d{6}))?/.exec(location.pathname)

export const store = createStore({
  /** Where each person was last, so that *Act as* goes back there. */
  places: {},
  as: query.get('as') ?? remembered('as') ?? 'dana',
  workspace: null,
  /** A channel's id, or `home` for the app's Home tab. */
  place: place?.[1] ?? (location.pathname === '/app' ? 'home' : 'C0ACME'),
  /** Messages by channel id, oldest first. */
  messages: {},
  thread: query.get('thread_ts') ?? query.get('thread'),
  /** The Work Object in the open pane. */
  pane: null,
  highlighted: place?.[2] ? `${place[2]}.${place[3]}` : null,
  /** On a phone, one pane at a time: whether the list of channels is shown. */
  menu: false,
  views: [],
  home: null,
  /** Error texts of failed actions, by ts or view id. */
  trouble: {},
  notice: null,
  announcement: '',
  connected: true,
  tracker: { shown: remembered('tracker') !== 'hidden' && innerWidth > 1100, src: null, visits: 0 },
  dialog: null,
})

export const me = (state) => state.workspace?.me
export const personById = (id) => store.get().workspace?.users.find((one) => one.id === id)
export const channelById = (id) => store.get().workspace?.channels.find((one) => one.id === id)
