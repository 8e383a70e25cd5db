import { row, section } from '../row.ts'

export const channels = section('Never in the wrong channel', 'channel', {
  made: row(
    'a project gets its own channel, once, however often it is asked for and whatever crashes',
  ).heldBy(
    'Create a channel leaves the project’s posted cards when it has one, and comes back when that is archived',
    'Create a channel proposes a free name by the rule, and the tracker’s team as far as it is matched',
    'Create makes the channel with its people, topic, subscription, and pinned card, and the person hears it',
    'however often it is pressed, by two people and on two nodes of one PostgreSQL, there is one channel',
    'on %s, a process that dies while Slack creates the channel finds it on its return, and makes no second',
    'killed at any step of a channel: after a restart there is one channel with one card',
    'a channel whose creation got no answer is found by its former name, after people renamed it',
    'a step without an answer is repeated with those before it, and the person is told once',
    'somebody else’s channel of that name is not taken for the one without an answer',
    'a name that the app sees is taken is refused under its input, with one that is free',
    'a name that only Slack knows is taken: the person hears it, and is offered the next one',
    'what Slack refuses on the way is told by its step, and the rest is done',
    'without the permissions, the dialog says what an admin would have to allow',
    'New project makes a channel, too: the preview names it, and it is made once the project exists',
  ),
  invited: row('the customer is invited to it only after a confirmation that names the addresses').heldBy(
    'the customer is invited only after a second confirmation that names the addresses, and once',
    'from the invitation on, the card leads to the customer’s page, and the subscription goes on when they come',
    'a process that dies while Slack sends an invitation does not send it again',
    'where Slack refused every invitation, whoever shares the channel later pauses it',
    'only members of the project’s own channel invite anybody to it',
  ),
  archived: row('when its project is completed, those who may archive it, after a question').heldBy(
    'when the project is completed, its own channel can be archived on the announcement, after a question',
    'guests, customers, and presses elsewhere archive nothing',
  ),
  ids: row('subscriptions bind channel ids to project uuids: a rename changes nothing').heldBy(
    'a rename, a person who leaves, and an unarchived channel change nothing',
    'a project renamed while its event was on the way is found, and its subscription bears the new name',
    'an account that is renamed is followed by its id, with its label; another of the old name is not (%s)',
    'an account’s old name that somebody else took first is not believed, and integer ids that become uuids change nothing',
    'a channel subscribed to the new name by hand has one subscription with the events of both',
  ),
  internal: row('internal tasks and pages never reach a shared channel; the portal’s URL does').heldBy(
    'filters only ever narrow: an internal task stays out of a shared channel',
    'in a shared channel only what it is subscribed to is shared, whoever presses',
    'a reader from outside finds no internal word in a message of the kind %s that is %s, and reads what they would if nothing were internal',
    'a reader from outside finds no internal word in what events of the family %s bring, and reads what they would if nothing were internal',
    'a subtask of a task that the tracker does not have, or of an internal one in a shared channel, is not posted',
    'in a shared channel the portal page of a project it receives gets a card, the internal page none',
    'the pane shows nothing to a channel, or a person, of another organization that was not made for them',
    'in a shared channel a card leads to the portal alone, under a reference of its own',
  ),
  pauses: row('shared, archived or left: the subscriptions pause, and their maker is told once').heldBy(
    'a channel that %s pauses what it receives, and its maker is told once',
    'a channel seen to be shared that was not when it was subscribed is paused before anything is posted',
    'a channel that is gone pauses its subscriptions and tells the person who made them once',
  ),
  unknown: row('unknown visibility counts as shared').heldBy(
    'a channel that Slack says nothing of counts as shared',
  ),
})
