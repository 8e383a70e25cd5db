/** What a person was promised: each row of the design's tables, and of what was asked for beyond them. */
export interface Row {
  /** What titles of tests begin with, in brackets; several are separated by semicolons. */
  readonly id: string
  readonly sentence: string
}
export interface Section {
  readonly title: string
  readonly rows: readonly Row[]
}

const rowsOf = (prefix: string, rows: Readonly<Record<string, string>>): Row[] =>
  Object.entries(rows).map(([name, sentence]) => ({ id: `${prefix} ${name}`, sentence }))

const commands = rowsOf('§3 command', {
  help: 'every subcommand with an example; an unknown word answers with the nearest one',
  projects: 'projects whose name contains the text, totals, more on a button',
  project: 'one project’s card; ambiguous: a list to choose from; without argument the channel’s projects',
  create: 'the New project dialog',
  playbooks: 'the current version of each',
  task: 'a task’s card with Comment; text searches the tasks of this channel’s projects',
  comment: 'posts a comment; the answer links to its thread',
  subscribe: 'the channel receives a project, an account or all, with the events named',
  unsubscribe: 'the reverse',
  subscriptions: 'the list of them',
  settings: 'dialog per channel: threads or flat, replies, compact or full, broadcasts, quiet hours',
  fields: 'reads data fields',
  set: 'writes a data field: dry run first, the effect shown, written on Apply',
  status: 'last event, lag, queue, failures by cause with Retry and Skip, usage and quota',
  why: 'which event, which subscription, what was verified, when posted',
  share: 'answers are their person’s alone; a look-up carries Share to channel',
})

const also = rowsOf('§3 also', {
  'message shortcut': 'Comment on a task',
  'global shortcut': 'New onboarding project',
  'App Home': 'my projects, the workspace’s subscriptions, connection health, the same buttons',
  unfurl: 'links to projects and tasks get their card',
  'Work Objects': 'project and task entities where the client supports them',
  mention: '@Onboarding and the same words, also inside threads',
  'direct message': 'a person whom a comment mentions is written to',
})

const messages = rowsOf('§3 message', {
  project_created: 'a project card in channels subscribed to it, its account or all',
  project_updated: 'the card is updated in place; nothing new unless status or owner changed',
  project_completed: 'a new message with planned against actual, open items, links; the card updated',
  'project_archived, project_invitation': 'a line in the project’s thread',
  'task_created, task_updated':
    'the card, if there is one, is updated; a late one says that the task existed',
  task_completed: 'a line with the form answers, the card updated, the next task named',
  task_deleted: 'the card struck through; replies are no longer taken, and who replies is told',
  'subtask_*': 'a line in the task’s thread when completed or answered, else the card updated',
  'module_*': 'the project card’s progress; a line when a module reaches 100 %',
  'comment_new, comment_reply, comment_mention': 'a reply in the thread, in the author’s name, once',
  comment_updated: 'the posted message is updated',
  comment_deleted: 'the posted message becomes a tombstone',
  'one thread': 'one thread a task and channel, its card the root, of at most four lines',
  text: 'the text of a message carries the whole meaning; nothing is said by colour or emoji alone',
  escaped: 'every string from outside is escaped: a customer’s <!channel> never pings',
  limits: 'everything is cut to Slack’s limits, with a Show more',
})

const replies = rowsOf('§3 reply', {
  taken: 'plain replies, broadcasts, files, /me; not bots, edits, other threads, one-way channels',
  reads: 'Dana Smith (Slack): …, mentions, links and emoji in plain words; over-long text split in order',
  signs: '⏳ stored, ✅ the comment exists, ⚠️ with the reason, the request id and Retry',
  changed: 'an edit or deletion after the comment exists is told to its author, with Post a correction',
  who: 'people of other organizations are marked with their company',
})

const channels = rowsOf('§3 channel', {
  ids: 'subscriptions bind channel ids to project uuids: a rename changes nothing',
  internal: 'internal tasks and pages never reach a shared channel; the portal’s URL does',
  pauses: 'shared, archived or left: the subscriptions pause, and their maker is told once',
  unknown: 'unknown visibility counts as shared',
})

const hard = rowsOf('§5', {
  'duplicate delivery': 'posted once, by event and by comment',
  'own echo': 'dropped, also when it wins the race and before the API user is known',
  'spoofed webhook': 'said as the tracker has it; what cannot be verified is not posted, and counted',
  'wrong secret': '404; over 1 MiB 413; no JSON 400; an unknown event is stored aside with 200',
  'comment timed out': 'wait for the echo before trying again; never two comments',
  'project answered 500': 'look up, then decide; two people make one project',
  '429 per minute': 'wait about 60 s, paced over all nodes',
  '429 quota': 'stop writing, keep everything, say so once; resume when the month turns or on demand',
  '401': 'stop, say so, readiness fails; nothing is lost',
  'Slack 429': 'that channel waits; others go on',
  'Slack permanent errors': 'the route is paused and its maker told once; no retries',
  'crash between posting and storing': 'looked for by its delivery id before posting again',
  'Slack’s retries': 'a reply, a command, a dialog told twice is one',
  'out-of-date modal': 'acknowledged within 3 s always; field errors at their fields',
  'date formats': 'MM/DD/YYYY on creation, ISO elsewhere',
  '2026-07-31': 'both shapes of events are understood',
  'missed events': 'a periodic pass posts what was missed under one divider',
  burst: 'many events on a project collapse into one message, updated',
})

const issue4 = rowsOf('issue 4', {
  create:
    'refusals under their inputs, data fields on two pages, any playbook version, what the channel receives',
  'outage switch': 'the playground makes the tracker slow, down, limited or out of quota: nothing gets lost',
  playground: 'everything of it by keyboard, without a fault for axe, and on a phone',
  doctor: 'an admin’s check of token, scopes, addresses, key, quota, database, clock, each with its remedy',
  people: 'Slack and tracker by e-mail, mapped n of m, one-click correction with undo, by admins alone',
  receipts:
    'each reply’s author is told where it went, and in full the first time and when it changed who reads it',
  edits: 'a reply edited or deleted in the tracker: one line in its thread, updated in place',
  'missed replies': 'what people answered while no node was there becomes comments at the return',
  'lost cards': 'a reply under a card that the database forgot is recovered by the card’s metadata',
  retention: 'what is over loses its words after a stated time; what waits or failed stays',
  'pane comments': 'comments in a Work Object’s pane, both ways, from our own ledger',
  filters: 'include and exclude by event, module, assignee, internal or not, acting person',
  mute: 'a channel, or all that a person is in, muted for a time and turned on again',
  digest: 'digests, daily or weekly, of what is still true; in place of messages where a channel wants so',
  'quiet hours': 'what waited comes after a summary, every thread in order',
  'live card': 'a project’s card that is pinned and kept up to date',
  dialogs: 'every dialog and button clicked in the playground',
  manifest: 'least scopes, each with its reason; optional ones degrade; both variants are Slack’s',
  refusals: 'every refusal has its own message with the next step; docs/messages.md shows all of them',
  'in time': 'everything is acknowledged within 3 s whatever the tracker does, and told afterwards',
  limits: 'every message, dialog and answer of every story is held to Slack’s published limits',
  'wrong clicks': 'stale, garbled, gone, late, twice, two at once, strangers: an answer in words',
})

export const sections: readonly Section[] = [
  { title: 'DESIGN §3, subcommands', rows: commands },
  { title: 'DESIGN §3, also', rows: also },
  { title: 'DESIGN §3, messages', rows: messages },
  { title: 'DESIGN §3, a reply in a thread', rows: replies },
  { title: 'DESIGN §3, never in the wrong channel', rows: channels },
  { title: 'DESIGN §5, the hard rules', rows: hard },
  { title: 'Issue 4, beyond the design', rows: issue4 },
]
