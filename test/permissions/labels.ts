import type { DialogName } from '../../src/bot/doors/dialogs.ts'
import type { MenuName, ShortcutName } from '../../src/bot/doors/listeners.ts'
import { settingsInputs } from '../../src/bot/features/channels/messages/settings-dialog.ts'
import { type ActionName, actions, callbacks, inputs } from '../../src/bot/kit/ids.ts'
import { formInputs } from '../../src/bot/features/projects/messages/project-form.ts'

/** What a person sees of each door. */
export const buttonLabels: Readonly<Record<ActionName, string>> = {
  [actions.comment]: 'Comment, on a task’s card',
  [actions.correction]: 'Post a correction, after a reply was edited',
  [actions.noAnswer]: 'No answer needed, under a task that waits for us',
  [actions.replyDue]: 'When a reply is overdue, on the Home tab',
  [actions.retryReply]: 'Try again, under one’s own reply that was refused',
  [actions.sendAgain]: 'Send again, under one’s own reply that is in doubt',
  [actions.showMore]: 'Show more, under a long comment',
  [actions.open]: 'A link to the tracker',
  [actions.sendDraft]: 'Send, under a comment where others read the channel (its author alone)',
  [actions.editDraft]: 'Edit, under such a comment (its author alone)',
  [actions.share]: 'Share to channel, under a look-up',
  [actions.choose]: 'A choice among several projects, tasks or fields',
  [actions.runAgain]: 'Try again, under a command that failed',
  [actions.listMore]: 'More, under a list',
  [actions.subscribe]: 'Subscribe channel',
  [actions.confirmSubscribe]: 'Subscribe, below the names of a channel’s readers',
  [actions.unsubscribe]: 'Unsubscribe',
  [actions.removeSubscription]: 'Remove, in the list of subscriptions',
  [actions.resumeSubscription]: 'Resume, in the list of subscriptions',
  [actions.manageSubscriptions]: 'Manage, on the Home tab',
  [actions.openSettings]: 'Settings, in the list of subscriptions and under many changes at once',
  [actions.choosePreset]: 'A preset, after subscribing',
  [actions.settingsPreset]: 'A preset, in the settings',
  [actions.settingsLayout]: 'A layout, in the settings',
  [actions.settingsModules]: 'Modules, in the settings',
  [actions.createMore]: 'More…, in New project',
  [actions.accountChosen]: 'Account, in the dialog New project',
  [actions.taskChosen]: 'Task, in the dialogs Comment on a task and Sync a thread',
  [actions.mute]: 'Mute…',
  [actions.unmute]: 'Unmute',
  [actions.pin]: 'Pin, on a project’s card',
  [actions.retryFailed]: 'Retry, in the status',
  [actions.skipFailed]: 'Skip, in the status',
  [actions.editFields]: 'Edit, below data fields',
  [actions.applyField]: 'Apply, after /onboard set',
  [actions.openCreate]: 'Open again, after a project was refused',
  [actions.homeCreate]: 'New project, on the Home tab',
  [actions.homeHelp]: 'Help, on the Home tab',
  [actions.homePage]: 'Channels and connection, and back, on the Home tab',
  [actions.homeMentions]: 'Messages about mentions, on the Home tab',
  [actions.homeYourDay]: 'Your day, on the Home tab',
  [actions.linkPerson]: 'Match or correct a person, on the Home tab (its dialog is for admins)',
  [actions.makeChannel]: 'Create a channel, on a project’s card',
  [actions.inviteCustomer]: 'Invite the customer, once a project’s channel is ready (for its members)',
  [actions.archiveChannel]: 'Archive the channel, when its project is completed (for its members)',
  [actions.connectTracker]:
    'Connect the tracker and Replace key, on the Home tab and where a tracker is missing',
  [actions.disconnectTracker]: 'Disconnect, on the Home tab',
  [actions.stopSyncing]: 'Stop syncing, in a thread that was synced',
  [actions.resumeQuota]: 'Resume now, after the quota was used up',
}

export const dialogLabels: Readonly<Record<DialogName, string>> = {
  [callbacks.commentDialog]: 'Comment on a task',
  [callbacks.syncDialog]: 'Sync a thread',
  [callbacks.subscribeDialog]: 'Choose a project',
  [callbacks.createDialog]: 'New project',
  [callbacks.fieldsDialog]: 'Data fields',
  [callbacks.createPreview]: 'New project: preview',
  [callbacks.settingsDialog]: 'Channel settings',
  [callbacks.connectDialog]: 'Connect the tracker, and Replace key',
  [callbacks.channelDialog]: 'Create a channel',
  [callbacks.inviteDialog]: 'Invite the customer: addresses',
  [callbacks.invitePreview]: 'Invite the customer: confirmation',
  [callbacks.personDialog]: 'Who somebody is in the tracker',
}

export const menuLabels: Readonly<Record<MenuName, string>> = {
  [inputs.commentTask]: 'Tasks to comment on',
  [inputs.personWho]: 'The tracker’s people, to map',
  [inputs.subscribeTo]: 'Projects to subscribe to',
  [formInputs.playbook]: 'Playbooks',
  [formInputs.account]: 'Accounts',
  [formInputs.owner]: 'Owners',
  [formInputs.team]: 'The team',
  [formInputs.customers]: 'Customers',
  [settingsInputs.modules]: 'Modules, in the settings',
}

export const shortcutLabels: Readonly<Record<ShortcutName, string>> = {
  [callbacks.commentShortcut]: 'Comment on a task, on a message',
  [callbacks.syncShortcut]: 'Sync thread with a task, on a message',
  [callbacks.createShortcut]: 'New onboarding project',
}
