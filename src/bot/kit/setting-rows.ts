import { type EventName, eventNames } from '../../contract/event.ts'

interface SettingChoice {
  value: string
  /** In the dialog. */
  text: string
  /** The line in the list of settings. Without it, the choice needs no line. */
  line?: string
  /** Not offered where people from outside read. The dialog then selects the first choice. */
  teamOnly?: true
}

interface SettingRow {
  /** Of its input in the dialog. */
  label: string
  /** The first is the default. */
  choices: readonly SettingChoice[]
  /** A preset sets it to its default. Otherwise a channel that chooses a preset keeps its own. */
  inPresets: boolean
}

/** A channel's settings that are one choice of a few, in the order of the dialog. */
export const settingRows = {
  tasks: {
    label: 'Tasks',
    choices: [
      { value: 'all', text: 'All tasks' },
      { value: 'visible', text: 'Only customer-visible tasks', line: 'Only customer-visible tasks' },
      { value: 'internal', text: 'Only internal tasks', line: 'Only internal tasks', teamOnly: true },
    ],
    inPresets: true,
  },
  replies: {
    label: 'Replies in threads',
    choices: [
      { value: 'two-way', text: 'Become comments', line: 'Replies in threads become comments' },
      { value: 'one-way', text: 'Stay in Slack', line: 'Replies stay in Slack' },
    ],
    inPresets: false,
  },
} as const satisfies Record<string, SettingRow>

type Rows = typeof settingRows
export type SettingName = keyof Rows
export type ChosenSettings = { [N in SettingName]: Rows[N]['choices'][number]['value'] }
/** The settings that presets leave as they are. */
export type KeptName = { [N in SettingName]: Rows[N]['inPresets'] extends true ? never : N }[SettingName]

export const settingNames = Object.keys(settingRows) as SettingName[]
export const choicesOf = (name: SettingName): readonly SettingChoice[] => settingRows[name].choices

export const valuesOf = (name: SettingName): string[] => choicesOf(name).map(({ value }) => value)

export const forSettings = <N extends SettingName, V>(
  names: readonly N[],
  make: (name: N) => V,
): Record<N, V> => Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, V>

export const usualChoices = forSettings(settingNames, (name) => choicesOf(name)[0]?.value) as ChosenSettings

export const keptNames = settingNames.filter((name): name is KeptName => !settingRows[name].inPresets)
export const comparedNames = settingNames.filter(
  (name): name is Exclude<SettingName, KeptName> => settingRows[name].inPresets,
)

/** The checkboxes in a channel's settings. Slack allows ten. */
export const boxes = {
  comments: 'Comments',
  tasks: 'Completed tasks',
  subtasks: 'Completed and answered subtasks',
  modules: 'Completed modules',
  project_created: 'New projects',
  project_updated: 'Status and owner changes',
  project_completed: 'Completed projects',
  project_archived: 'Archived projects',
  project_invitation: 'Invitations',
} as const
export type BoxName = keyof typeof boxes

interface EventRow {
  /** Used when a channel does not receive a whole family. */
  words: string
  one: string
  box: BoxName
  /** Whether it posts something. The others only update existing messages. */
  posts: boolean
  /** Whether channels receive it that chose no events. */
  byDefault: boolean
}

/** What the bot says of each event, in the order of its sentences. */
export const eventRows: Readonly<Record<EventName, EventRow>> = {
  comment_new: { words: 'new comments', one: 'a new comment', box: 'comments', posts: true, byDefault: true },
  comment_reply: {
    words: 'replies to comments',
    one: 'a reply to a comment',
    box: 'comments',
    posts: true,
    byDefault: true,
  },
  comment_mention: { words: 'mentions', one: 'a mention', box: 'comments', posts: true, byDefault: true },
  comment_updated: {
    words: 'edited comments',
    one: 'an edited comment',
    box: 'comments',
    posts: false,
    byDefault: true,
  },
  comment_deleted: {
    words: 'deleted comments',
    one: 'a deleted comment',
    box: 'comments',
    posts: false,
    byDefault: true,
  },
  task_created: { words: 'new tasks', one: 'a new task', box: 'tasks', posts: false, byDefault: true },
  task_updated: {
    words: 'changed tasks',
    one: 'a changed task',
    box: 'tasks',
    posts: false,
    byDefault: true,
  },
  task_completed: {
    words: 'completed tasks',
    one: 'a completed task',
    box: 'tasks',
    posts: true,
    byDefault: true,
  },
  task_deleted: {
    words: 'deleted tasks',
    one: 'a deleted task',
    box: 'tasks',
    posts: false,
    byDefault: true,
  },
  subtask_created: {
    words: 'new subtasks',
    one: 'a new subtask',
    box: 'subtasks',
    posts: false,
    byDefault: false,
  },
  subtask_updated: {
    words: 'changed subtasks',
    one: 'a changed subtask',
    box: 'subtasks',
    posts: true,
    byDefault: false,
  },
  subtask_completed: {
    words: 'completed subtasks',
    one: 'a completed subtask',
    box: 'subtasks',
    posts: true,
    byDefault: false,
  },
  subtask_deleted: {
    words: 'deleted subtasks',
    one: 'a deleted subtask',
    box: 'subtasks',
    posts: false,
    byDefault: false,
  },
  project_created: {
    words: 'new projects',
    one: 'a new project',
    box: 'project_created',
    posts: true,
    byDefault: true,
  },
  project_updated: {
    words: 'changed projects',
    one: 'a changed project',
    box: 'project_updated',
    posts: true,
    byDefault: true,
  },
  project_completed: {
    words: 'completed projects',
    one: 'a completed project',
    box: 'project_completed',
    posts: true,
    byDefault: true,
  },
  project_archived: {
    words: 'archived projects',
    one: 'an archived project',
    box: 'project_archived',
    posts: true,
    byDefault: true,
  },
  project_invitation: {
    words: 'invitations',
    one: 'an invitation',
    box: 'project_invitation',
    posts: true,
    byDefault: false,
  },
  module_created: {
    words: 'new modules',
    one: 'a new module',
    box: 'modules',
    posts: false,
    byDefault: false,
  },
  module_updated: {
    words: 'changed modules',
    one: 'a changed module',
    box: 'modules',
    posts: true,
    byDefault: false,
  },
  module_deleted: {
    words: 'deleted modules',
    one: 'a deleted module',
    box: 'modules',
    posts: false,
    byDefault: false,
  },
}

/** A channel's settings until somebody changes them. `flat`: everything is posted in the channel itself. */
export const usualSettings = {
  ...usualChoices,
  events: eventNames.filter((name) => eventRows[name].byDefault) as readonly EventName[],
  layout: 'threads',
} as const
