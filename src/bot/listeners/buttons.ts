import { helpEntries } from '../commands/subcommands.ts'
import { homeHelp } from '../messages/home/home-help.ts'
import { type ActionName, actions } from '../messages/kit/ids.ts'
import { openFilters } from '../use-cases/channels/filters.ts'
import { openSubscriptions } from '../use-cases/channels/list-subscriptions.ts'
import { endSubscription, openEvents, resumeSubscription } from '../use-cases/channels/manage-subscription.ts'
import { muteChannels, unmuteChannels } from '../use-cases/channels/mute.ts'
import { moreOfDigest, postDigestNow, previewDigest } from '../use-cases/digests/digest-by-hand.ts'
import { pinCard, unpinCard } from '../use-cases/digests/pin-card.ts'
import { denyPerson, openPersonDialog, unlinkPerson } from '../use-cases/home/link-person.ts'
import { listMore } from '../use-cases/run-command.ts'
import { openCreateAgain, openCreateDialog } from '../use-cases/projects/open-create-dialog.ts'
import { applyField } from '../use-cases/projects/set-field.ts'
import { setMentions } from '../use-cases/events/mention-messages.ts'
import { setReceipts } from '../use-cases/replies/give-receipt.ts'
import { openCommentDialog } from '../use-cases/replies/open-comment-dialog.ts'
import { retryReply } from '../use-cases/replies/retry-reply.ts'
import { showRest } from '../use-cases/replies/show-rest.ts'
import { shareAnswer } from '../use-cases/share-answer.ts'
import { resumeQuota } from '../use-cases/tracker/quota.ts'
import { retryFailures, skipFailures } from '../use-cases/upkeep/settle-failures.ts'
import { staleButton } from '../messages/answers/press-again.ts'
import { anyone, type Button, inList, members, onHome, onTop, typed } from './press.ts'

const onOff = (value: string) => (value === 'off' ? 'off' : 'on')

const retry = anyone(async (deps, { value, user }) =>
  (await retryReply(deps, Number(value), user)) ? { remove: true } : { message: staleButton() },
)

/** Every button and menu, wherever it stands: who may press it, and what answers. */
export const buttons: Readonly<Record<ActionName, Button>> = {
  [actions.subscribe]: typed('subscribe '),
  [actions.unsubscribe]: typed('unsubscribe '),
  [actions.choose]: typed(),
  [actions.runAgain]: typed(),
  [actions.share]: anyone((deps, press) => shareAnswer(deps, { ...press, text: press.value })),
  [actions.open]: anyone(() => Promise.resolve(undefined)),

  [actions.comment]: anyone(openCommentDialog),
  [actions.correction]: anyone(openCommentDialog),
  [actions.retryReply]: retry,
  [actions.sendAgain]: retry,
  [actions.showMore]: anyone((deps, { value, channel }) => showRest(deps, channel, value)),

  [actions.openCreate]: anyone(openCreateAgain),
  [actions.applyField]: anyone((deps, { value }) => applyField(deps, value)),
  [actions.listMore]: members((deps, { value, channel }) => listMore(deps, channel, value)),

  [actions.mute]: inList(muteChannels),
  [actions.unmute]: inList(unmuteChannels),
  [actions.removeSubscription]: inList(endSubscription),
  [actions.resumeSubscription]: inList(resumeSubscription),
  [actions.manageSubscriptions]: members(openSubscriptions),
  [actions.editEvents]: members(openEvents),
  [actions.openFilters]: members(openFilters),

  [actions.digestMore]: members((deps, { value, channel }) => moreOfDigest(deps, channel, value)),
  [actions.digestPreview]: onTop(previewDigest),
  [actions.digestNow]: onTop(postDigestNow),
  [actions.pin]: members(pinCard),
  [actions.unpin]: members(unpinCard),

  [actions.retryFailed]: members((deps, { channel }) => retryFailures(deps, channel)),
  [actions.skipFailed]: members((deps, { channel, user }) => skipFailures(deps, channel, user)),
  [actions.resumeQuota]: anyone((deps, { user }) => resumeQuota(deps, user)),

  [actions.homeCreate]: onHome((deps, press) => openCreateDialog(deps, { ...press, channel: undefined })),
  [actions.homeHelp]: onHome((deps, { triggerId }) =>
    deps.slack.openView(triggerId, homeHelp({ entries: helpEntries() })),
  ),
  [actions.homeMentions]: onHome((deps, { user, value }) => setMentions(deps, user, onOff(value)), 'show'),
  [actions.homeReceipts]: onHome((deps, { user, value }) => setReceipts(deps, user, onOff(value)), 'show'),
  [actions.linkPerson]: onHome(openPersonDialog),
  [actions.notMe]: onHome((deps, { user, value }) => denyPerson(deps, user, value), 'show'),
  [actions.unlinkPerson]: onHome((deps, { user, value }) => unlinkPerson(deps, user, value), 'show'),
}
