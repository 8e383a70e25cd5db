import { post } from './api.js'
import { store } from './state.js'

/** What a person does with a Work Object, and the app's answers from the stream. */

/** How long Slack waits for an app before it says that nothing came. */
const patienceMs = 3_000

const asWho = () => store.get().as
const set = (change) =>
  store.set(({ pane }) => ({
    pane: pane && { ...pane, ...(typeof change === 'function' ? change(pane) : change) },
  }))

const named = ({ channel, ts, url }) => ({ as: asWho(), channel, ts, url })

/** Shows a notice if the app hasn't answered by then. A later answer still counts. */
const waitFor = (trigger, missing) => {
  setTimeout(() => {
    const { pane } = store.get()
    if (pane && missing(pane) === trigger) set({ late: trigger })
  }, patienceMs)
}

/** The stream may bring an answer before its request returns. Until then, accept any trigger but the previous one. */
const asked = ({ trigger, before }) => ({ trigger: null, before: trigger ?? before })
const isMeant = (trigger, asking) =>
  asking.trigger === null ? trigger !== asking.before : trigger === asking.trigger

export const loadDetails = async () => {
  set((pane) => ({ error: null, late: null, ...asked(pane) }))
  const { pane } = store.get()
  const answer = await post('/work-objects/details', named(pane))
  if (!answer.ok) return set({ error: { custom_title: 'Couldn’t open this', custom_message: answer.error } })
  set({ trigger: answer.trigger })
  waitFor(answer.trigger, (now) => (now.answered === now.trigger ? null : now.trigger))
}

export const loadComments = async (cursor) => {
  const { pane } = store.get()
  const more = Boolean(cursor)
  set(({ comments }) => ({
    comments: {
      ...comments,
      ...asked(comments),
      error: null,
      loading: true,
      more,
      ...(!more && { list: [] }),
    },
  }))
  const answer = await post('/work-objects/comments', { ...named(pane), ...(cursor && { cursor }) })
  set(({ comments }) => ({
    comments: answer.ok
      ? { ...comments, trigger: answer.trigger }
      : { ...comments, loading: false, error: answer.error },
  }))
  if (answer.ok) waitFor(answer.trigger, ({ comments }) => (comments.loading ? comments.trigger : null))
}

const noComments = { list: [], cursor: null, canPost: false, loading: false, error: null, trigger: null }

export const openPane = (channel, ts, url, card, tab = 'details') => {
  const pane = {
    channel,
    ts,
    url,
    card,
    tab,
    entity: null,
    error: null,
    trigger: null,
    answered: null,
    late: null,
  }
  const old = store.get().pane
  const comments = { ...noComments, ...(old && asked(old.comments)) }
  store.set({ pane: { ...pane, ...(old && asked(old)), comments, sending: [] } })
  void loadDetails()
  if (tab === 'comments') void loadComments()
}

export const closePane = () => store.set({ pane: null })

export const showTab = (tab) => {
  const { pane } = store.get()
  set({ tab })
  if (tab === 'comments' && !pane.comments.trigger && !pane.comments.loading) void loadComments()
}

/** Whether the app took the comment. If not, the text stays in the field. */
export const writeComment = async (text) => {
  const { pane } = store.get()
  const answer = await post('/work-objects/comment', { ...named(pane), text })
  if (!answer.ok) {
    set(({ comments }) => ({ comments: { ...comments, error: answer.error } }))
    return false
  }
  // The app's answer may have arrived first.
  set(({ sending, acknowledged }) =>
    acknowledged === answer.trigger ? {} : { sending: [...sending, { trigger: answer.trigger, text }] },
  )
  return true
}

export const pressButton = (where, from, action) =>
  post('/work-objects/press', {
    ...named(where),
    from,
    action_id: action.action_id,
    ...(action.value !== undefined && { value: action.value }),
  })

const newer = (list, comment) => [comment, ...list.filter(({ id }) => id !== comment.id)]

/** The stream's changes to panes. Those for a pane that is no longer open are ignored. */
export const paneHeard = {
  pane: ({ trigger, entity, error }) =>
    set((pane) =>
      isMeant(trigger, pane)
        ? { answered: trigger, trigger, late: null, ...(entity ? { entity, error: null } : { error }) }
        : {},
    ),
  pane_comments: ({ trigger, comments: list, cursor, can_post: canPost, error }) =>
    set(({ comments }) =>
      isMeant(trigger, comments)
        ? {
            late: null,
            comments: {
              ...comments,
              trigger,
              cursor,
              canPost,
              error,
              loading: false,
              list: comments.more ? [...comments.list, ...list] : list,
            },
          }
        : {},
    ),
  pane_comment: ({ trigger, comment, error }) =>
    set(({ comments, sending }) => ({
      acknowledged: trigger,
      sending: sending.filter((one) => one.trigger !== trigger),
      comments: {
        ...comments,
        error: error ?? null,
        list: comment ? newer(comments.list, comment) : comments.list,
      },
    })),
}
