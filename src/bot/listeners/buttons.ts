import { helpEntries } from '../commands/subcommands.ts'
import { homeHelp } from '../messages/home/home-people.ts'
import { type ActionName, actions } from '../messages/kit/ids.ts'
import { archiveChannel, muteChannels, unmuteChannels } from '../use-cases/channels/mute.ts'
import { openChannelDialog } from '../use-cases/channels/channel-for-project.ts'
import { openInvite } from '../use-cases/channels/invite-customers.ts'
import { openSubscriptions } from '../use-cases/channels/list-subscriptions.ts'
import { endSubscription, resumeSubscription } from '../use-cases/channels/manage-subscription.ts'
import { choosePreset, openSettings } from '../use-cases/channels/settings.ts'
import { confirmSubscribe } from '../use-cases/channels/subscribe.ts'
import { postDigestNow, previewDigest } from '../use-cases/digests/digest-by-hand.ts'
import { setMine } from '../use-cases/digests/send-mine.ts'
import { moreOfDigest } from '../use-cases/digests/more-of-digest.ts'
import { pinCard } from '../use-cases/digests/pin-card.ts'
import { denyPerson, openPersonDialog, unlinkPerson } from '../use-cases/home/link-person.ts'
import { homesChanged } from '../use-cases/home/refresh-homes.ts'
import { disconnectTracker, openConnectDialog } from '../use-cases/installations/connect-tracker.ts'
import { listMore } from '../use-cases/run-command.ts'
import { openCreateAgain, openCreateDialog } from '../use-cases/projects/open-create-dialog.ts'
import { applyField } from '../use-cases/projects/set-field.ts'
import { setSwitch } from '../use-cases/home/show-home.ts'
import { openCommentDialog } from '../use-cases/replies/open-comment-dialog.ts'
import { retryReply } from '../use-cases/replies/retry-reply.ts'
import { showRest } from '../use-cases/replies/show-rest.ts'
import { shareAnswer } from '../use-cases/share-answer.ts'
import { stopSyncing } from '../use-cases/threads/sync-thread.ts'
import { resumeQuota } from '../use-cases/tracker/quota.ts'
import { retryFailures, skipFailures } from '../use-cases/upkeep/settle-failures.ts'
import { staleButton } from '../messages/answers/press-again.ts'
import {
  anywhere,
  type Button,
  here,
  inList,
  inSettings,
  inTaskDialog,
  onHome,
  onTop,
  typedCommand,
} from './press.ts'

const onSwitch = (what: 'mentions' | 'receipts') =>
  onHome(
    'work',
    (deps, { user }, { value }) => setSwitch(deps, what, user, value === 'off' ? 'off' : 'on'),
    'show',
  )

const retry = anywhere('comment', async (deps, actor, { value }) =>
  (await retryReply(deps, actor, Number(value))) ? { remove: true } : { message: staleButton() },
)

/** Every button and menu, with the right that it requires and its handler. */
export const buttons: Readonly<Record<ActionName, Button>> = {
  [actions.subscribe]: typedCommand('subscribe '),
  [actions.confirmSubscribe]: anywhere('work', confirmSubscribe),
  [actions.unsubscribe]: typedCommand('unsubscribe '),
  [actions.choose]: typedCommand(),
  [actions.runAgain]: typedCommand(),
  [actions.share]: here('work', (deps, actor, { value, triggerId }) =>
    shareAnswer(deps, actor, { text: value, triggerId }),
  ),
  [actions.open]: anywhere('nothing', () => Promise.resolve(undefined)),

  [actions.comment]: here('comment', openCommentDialog),
  [actions.correction]: here('comment', openCommentDialog),
  [actions.retryReply]: retry,
  [actions.sendAgain]: retry,
  [actions.showMore]: here('comment', (deps, actor, { value }) => showRest(deps, actor, value)),

  [actions.taskChosen]: inTaskDialog,
  [actions.stopSyncing]: here('work', stopSyncing),

  [actions.openCreate]: anywhere('work', openCreateAgain),
  [actions.applyField]: anywhere('work', (deps, actor, { value }) => applyField(deps, actor, value)),
  [actions.listMore]: here('ask here', (deps, actor, { value }) => listMore(deps, actor, value)),

  [actions.mute]: inList(muteChannels),
  [actions.unmute]: inList(unmuteChannels),
  [actions.removeSubscription]: inList(endSubscription),
  [actions.resumeSubscription]: inList(resumeSubscription),
  [actions.manageSubscriptions]: anywhere('work', openSubscriptions),
  [actions.openSettings]: anywhere('work', openSettings),
  [actions.choosePreset]: here('work', choosePreset),
  [actions.settingsPreset]: inSettings('stay'),
  [actions.settingsLayout]: inSettings('stay'),
  [actions.settingsModules]: inSettings('stay'),
  [actions.settingsMore]: inSettings('more'),

  [actions.digestMore]: here('ask here', (deps, actor, { value }) => moreOfDigest(deps, actor, value)),
  [actions.digestPreview]: onTop(previewDigest),
  [actions.digestNow]: onTop(postDigestNow),
  [actions.pin]: here('work', (deps, actor, { value }) => pinCard(deps, actor, value)),

  [actions.retryFailed]: here('work', retryFailures),
  [actions.skipFailed]: here('work', skipFailures),
  [actions.resumeQuota]: anywhere('administer', resumeQuota),

  [actions.homeCreate]: onHome('work', (deps, actor, { triggerId }) =>
    openCreateDialog(deps, actor, triggerId),
  ),
  [actions.homeHelp]: onHome('work', (deps, _, { triggerId }) =>
    deps.slack.openView(triggerId, homeHelp({ entries: helpEntries() })),
  ),
  [actions.homeMentions]: onSwitch('mentions'),
  [actions.homeReceipts]: onSwitch('receipts'),
  [actions.makeChannel]: anywhere('work', openChannelDialog),
  [actions.inviteCustomer]: anywhere('work', openInvite),
  [actions.archiveChannel]: here('work', (deps, actor, { value }) => archiveChannel(deps, actor, value)),
  [actions.homeMine]: onHome(
    'work',
    (deps, { user }, { value }) => setMine(deps, user, value === 'on'),
    'show',
  ),
  [actions.connectTracker]: anywhere('administer', openConnectDialog),
  [actions.disconnectTracker]: anywhere('administer', async (deps) => {
    const said = await disconnectTracker(deps)
    await homesChanged(deps)
    return said
  }),
  [actions.linkPerson]: onHome('work', openPersonDialog),
  [actions.notMe]: onHome('work', (deps, actor, { value }) => denyPerson(deps, actor, value), 'show'),
  [actions.unlinkPerson]: onHome(
    'work',
    (deps, actor, { value }) => unlinkPerson(deps, actor, value),
    'show',
  ),
}
