import { z } from 'zod'

/** Names that Slack sends back, shared by listeners and messages. */

export const command = '/onboard'

/**
 * Buttons. A comment says what the `value` holds. An id must be unique within its block, so repeated buttons get `:n`
 * after the name: `actionNamed` takes it away.
 */
export const actions = {
  /** task uuid: opens the comment dialog */
  comment: 'comment_on_task',
  /** project uuid: subscribes this channel, default events */
  subscribe: 'subscribe_channel',
  /** JSON of `WantedSubscription`: subscribes the channel that the question names */
  confirmSubscribe: 'confirm_subscribe',
  /** project uuid, `account:NAME` or `all`: ends the subscription of this channel */
  unsubscribe: 'unsubscribe_channel',
  /** task uuid: a customer's words need no answer, so the task no longer waits for the team */
  noAnswer: 'no_answer_needed',
  /** on the Home tab, a menu of working days: after how many a reply is overdue in this workspace */
  replyDue: 'reply_due',
  /** `comment:UUID:OFFSET`: shows the rest of a cut text from that offset */
  showMore: 'show_more',
  /** JSON of `ListPage`: the next page of a list */
  listMore: 'list_more',
  /** the command to run, as typed, with the chosen object's uuid: `subscribe UUID comments` */
  choose: 'choose',
  /** the look-up as typed, such as `project UUID`: posts it in the channel */
  share: 'share_to_channel',
  /** reply id: retries a refused reply */
  retryReply: 'retry_reply',
  /** reply id: sends an unconfirmed reply again */
  sendAgain: 'send_again',
  /** reply id, and the readers that the question named: sends the stored comment, or opens it in the comment dialog */
  sendDraft: 'send_comment',
  editDraft: 'edit_comment',
  /** task uuid: opens the comment dialog with the corrected text */
  correction: 'post_correction',
  retryFailed: 'retry_failed',
  skipFailed: 'skip_failed',
  /** the command's text as typed: runs it again */
  runAgain: 'run_again',
  /** JSON of `FieldToApply`: writes a data field */
  applyField: 'apply_field',
  /** project uuid: opens the dialog with its data fields */
  editFields: 'edit_fields',
  /** id of a stored form: reopens it in the *New project* dialog */
  openCreate: 'open_create',
  /** on the Home tab, JSON of `PersonToLink` or nothing: opens the dialog that links a person to Slack */
  linkPerson: 'link_person',
  resumeQuota: 'resume_quota',
  homeCreate: 'home_create',
  homeHelp: 'home_help',
  /** on the Home tab, a `HomePage` */
  homePage: 'home_page',
  /** on the Home tab, `on` or `off`: messages about comments that mention the person */
  homeMentions: 'home_mentions',
  /** on the Home tab, `on` or `off`: *Your day* */
  homeYourDay: 'home_your_day',
  /** a menu with entries `CHANNEL hour`, `CHANNEL morning` and `CHANNEL open`; `all` may replace CHANNEL */
  mute: 'mute_updates',
  /** channel id, or `all` */
  unmute: 'unmute_updates',
  /** JSON of `SubscriptionKey`, also for the next one */
  removeSubscription: 'remove_subscription',
  resumeSubscription: 'resume_subscription',
  /** on the Home tab, channel id: opens the channel's subscriptions in a dialog */
  manageSubscriptions: 'manage_subscriptions',
  /** channel id, or nothing for the current channel: opens the channel's settings */
  openSettings: 'open_settings',
  /** a menu of `PresetName`s: sets what this channel receives */
  choosePreset: 'choose_preset',
  /** in the settings dialog, inputs that change which others are shown */
  settingsPreset: 'settings_preset',
  settingsLayout: 'settings_layout',
  settingsModules: 'settings_modules',
  /** The task menu of *Comment on a task* and *Sync a thread*: says who reads the chosen task. */
  taskChosen: 'comment_task',
  /** The account menu of *New project*: its customers are suggested from then on. */
  accountChosen: 'create_account',
  createMore: 'create_more',
  /** project uuid: pins its card in this channel */
  pin: 'pin_card',
  /** project uuid: opens the dialog that creates its channel, or the one that invites the customer there */
  makeChannel: 'make_channel',
  inviteCustomer: 'invite_customer',
  /** project uuid: archives the channel that was made for it, which this is */
  archiveChannel: 'archive_channel',
  /** opens the dialog that connects the tracker, or replaces its key */
  connectTracker: 'connect_tracker',
  disconnectTracker: 'disconnect_tracker',
  /** the line's key, which names the thread: ends that its replies become comments */
  stopSyncing: 'stop_syncing',
  /** opens a URL, which the bot only acknowledges */
  open: 'open_url',
} as const
export const listPageSchema = z.object({
  list: z.enum(['projects', 'channel', 'subscriptions', 'playbooks', 'fields', 'help']),
  query: z.string().optional(),
  offset: z.int().nonnegative(),
})
export type ListPage = z.infer<typeof listPageSchema>

export const subscriptionKeySchema = z.object({
  channel: z.string(),
  scope: z.enum(['project', 'account', 'all']),
  target: z.string(),
})
export type SubscriptionKey = z.infer<typeof subscriptionKeySchema>

/** A subscription that waits for a confirmation. */
export const wantedSubscriptionSchema = subscriptionKeySchema.extend({
  events: z.array(z.string()).optional(),
  /** The channel's new preset, chosen in the same dialog. */
  preset: z.string().optional(),
  /** The readers that the question named: a confirmation counts for no others. */
  readers: z.string(),
})
export type WantedSubscription = z.infer<typeof wantedSubscriptionSchema>

export type ActionName = (typeof actions)[keyof typeof actions]

export const actionNamed = (id: string): string => id.replace(/:\d+$/, '')

export const callbacks = {
  /** `private_metadata` is JSON of `CommentMetadata` */
  commentDialog: 'comment_dialog',
  /** `private_metadata`: JSON of `CreateMetadata` in the form, of `{request}` in its preview */
  createDialog: 'create_dialog',
  createPreview: 'create_preview',
  /** a project's data fields; `private_metadata` is JSON of `{project}` */
  fieldsDialog: 'fields_dialog',
  /** `private_metadata` is the channel's id */
  subscriptionsDialog: 'subscriptions_dialog',
  /** `private_metadata` is JSON of `SettingsMetadata` */
  settingsDialog: 'settings_dialog',
  /** *Choose a project*; `private_metadata` is the channel's id */
  subscribeDialog: 'subscribe_dialog',
  personDialog: 'person_dialog',
  /** address and key of the tracker; without the address, it replaces the key */
  connectDialog: 'connect_dialog',
  /** `private_metadata`: JSON of `{project, channel}`, in the preview with `emails` */
  channelDialog: 'channel_dialog',
  inviteDialog: 'invite_dialog',
  invitePreview: 'invite_preview',
  /** `private_metadata` is JSON of `SyncMetadata` */
  syncDialog: 'sync_dialog',
  createShortcut: 'new_onboarding_project',
  commentShortcut: 'comment_on_a_task',
  syncShortcut: 'sync_this_thread',
} as const

type Shortcut = (typeof callbacks)['createShortcut' | 'commentShortcut' | 'syncShortcut']
export type DialogId = Exclude<(typeof callbacks)[keyof typeof callbacks], Shortcut>

/** A dialog's title. Its notices have the same. */
export const titles: Readonly<Record<DialogId, string>> = {
  [callbacks.commentDialog]: 'Comment on a task',
  [callbacks.createDialog]: 'New project',
  [callbacks.createPreview]: 'Create this project?',
  [callbacks.fieldsDialog]: 'Data fields',
  [callbacks.subscriptionsDialog]: 'Subscriptions',
  [callbacks.settingsDialog]: 'Channel settings',
  [callbacks.subscribeDialog]: 'Choose a project',
  [callbacks.personDialog]: 'Match a person',
  [callbacks.connectDialog]: 'Connect the tracker',
  [callbacks.channelDialog]: 'Create a channel',
  [callbacks.inviteDialog]: 'Invite the customer',
  [callbacks.invitePreview]: 'Send invitations?',
  [callbacks.syncDialog]: 'Sync a thread',
}

/** Ids of inputs, each of its block and of its action. */
export const inputs = {
  commentText: 'comment_text',
  personWho: 'person_who',
  personIs: 'person_is',
  personMember: 'person_member',
  trackerUrl: 'tracker_url',
  trackerKey: 'tracker_key',
  trackerIntegration: 'tracker_integration',
  channelName: 'channel_name',
  channelKind: 'channel_kind',
  channelPeople: 'channel_people',
  inviteEmails: 'invite_emails',
  commentTask: 'comment_task',
  subscribeTo: 'subscribe_to',
  subscribePreset: 'subscribe_preset',
} as const

/** Names for `reactions.add`: ✅ in the tracker, ⚠️ refused or unconfirmed. */
export const reactions = { done: 'white_check_mark', attention: 'warning' } as const

/** `metadata.event_type` of every post. The payload holds its id, which prevents double posts. */
export const metadata = { post: 'onboarding_delivery' } as const
