import { helpEntries, listMore, shareAnswer } from './subcommands.ts'
import { homeHelp } from '../features/home/messages/home-people.ts'
import { type ActionName, actions } from '../kit/ids.ts'
import { archiveChannel, openChannelDialog } from '../features/project-channels/channel-for-project.ts'
import { teamOf } from '../features/projects/make-project.ts'
import { openInvite } from '../features/project-channels/invite-customers.ts'
import { muteChannels, unmuteChannels } from '../features/channels/mute.ts'
import { openSubscriptions, endSubscription, resumeSubscription } from '../features/channels/subscriptions.ts'
import { choosePreset, openSettings } from '../features/channels/settings.ts'
import { confirmSubscribe } from '../features/channels/subscribe.ts'
import { setYourDay } from '../features/digests/your-day.ts'
import { chooseReplyDue, settle } from '../features/digests/waiting-for-team.ts'
import { pinCard } from '../features/digests/project-cards.ts'
import { openPersonDialog } from '../features/home/link-person.ts'
import { showHome } from '../features/home/show-home.ts'
import { disconnectTracker, openConnectDialog } from '../features/connect/connect.ts'
import { openCreateAgain, openCreateDialog } from '../features/projects/open-create-dialog.ts'
import { applyField, openFieldsDialog } from '../features/projects/data-fields.ts'
import { setMentions } from '../store/key-values.ts'
import { showRest } from '../sync/events/show-rest.ts'
import { editDraft, openCommentDialog, openCorrection } from '../sync/replies/comment-on-task.ts'
import { sendDraft } from '../sync/replies/comment-draft.ts'
import { retryReply } from '../sync/replies/refuse-reply.ts'
import { stopSyncing } from '../sync/replies/sync-thread.ts'
import { resumeQuota } from '../features/status/quota.ts'
import { retryFailures, skipFailures } from '../features/status/show-status.ts'
import { staleButton } from '../answers/messages/try-again.ts'
import {
  anywhere,
  type Button,
  here,
  inList,
  inSettings,
  inCreateDialog,
  inTaskDialog,
  onHome,
  storedFirst,
  switchOnHome,
  typedCommand,
} from './press.ts'

const retry = anywhere('comment', async (deps, actor, { value }) =>
  (await retryReply(deps, actor, Number(value))) ? { remove: true } : { message: staleButton() },
)

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
  [actions.noAnswer]: anywhere('work', async (deps, actor, { value, onHome: isHome }) => {
    const answer = await settle(deps, value)
    if (!isHome) return answer
    await showHome(deps, actor)
    return undefined
  }),
  [actions.sendDraft]: storedFirst('comment', sendDraft),
  [actions.editDraft]: here('comment', editDraft),
  [actions.correction]: here('comment', openCorrection),
  [actions.retryReply]: retry,
  [actions.sendAgain]: retry,
  [actions.showMore]: here('comment', (deps, actor, { value }) => showRest(deps, actor, value)),

  [actions.taskChosen]: inTaskDialog,
  [actions.accountChosen]: inCreateDialog('stay'),
  [actions.createMore]: inCreateDialog('more'),
  [actions.stopSyncing]: here('work', stopSyncing),

  [actions.openCreate]: anywhere('work', openCreateAgain),
  [actions.editFields]: anywhere('work', openFieldsDialog),
  [actions.applyField]: anywhere('work', (deps, actor, { value }) => applyField(deps, actor, value)),
  [actions.listMore]: here('ask here', (deps, actor, { value }) => listMore(deps, actor, value)),

  [actions.mute]: inList(muteChannels),
  [actions.unmute]: inList(unmuteChannels),
  [actions.removeSubscription]: inList(endSubscription),
  [actions.resumeSubscription]: inList(resumeSubscription),
  [actions.manageSubscriptions]: anywhere('work', openSubscriptions),
  [actions.openSettings]: anywhere('work', openSettings),
  [actions.choosePreset]: here('work', choosePreset),
  [actions.settingsPreset]: inSettings,
  [actions.settingsLayout]: inSettings,
  [actions.settingsModules]: inSettings,

  [actions.pin]: here('work', (deps, actor, { value }) => pinCard(deps, actor, value)),

  [actions.retryFailed]: here('work', retryFailures),
  [actions.skipFailed]: here('work', skipFailures),
  [actions.resumeQuota]: anywhere('administer', resumeQuota),

  [actions.homeCreate]: onHome((deps, actor, { triggerId }) => openCreateDialog(deps, actor, triggerId)),
  [actions.homeHelp]: onHome((deps, _, { triggerId }) =>
    deps.slack.openView(triggerId, homeHelp({ entries: helpEntries() })),
  ),
  [actions.homePage]: onHome((deps, actor, { value }) =>
    showHome(deps, actor, value === 'workspace' ? 'workspace' : 'work'),
  ),
  [actions.homeMentions]: switchOnHome((deps, { user }, value) =>
    setMentions(deps.database.sql, user, value === 'off' ? 'off' : 'on'),
  ),
  [actions.replyDue]: anywhere('administer', async (deps, actor, { value }) => {
    await chooseReplyDue(deps, value)
    await showHome(deps, actor, 'workspace')
    return undefined
  }),
  [actions.makeChannel]: anywhere('work', openChannelDialog(teamOf)),
  [actions.inviteCustomer]: anywhere('work', openInvite),
  [actions.archiveChannel]: here('work', archiveChannel),
  [actions.homeYourDay]: switchOnHome((deps, { user }, value) => setYourDay(deps, user, value === 'on')),
  [actions.connectTracker]: anywhere('administer', openConnectDialog),
  [actions.disconnectTracker]: anywhere('administer', disconnectTracker),
  [actions.linkPerson]: onHome(openPersonDialog),
}
