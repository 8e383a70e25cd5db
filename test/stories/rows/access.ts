import { row, section } from '../row.ts'

export const access = section('Who may what', 'access', {
  matrix: row(
    'every door tells and changes nothing for those without its right, with honest and altered values, in every kind of channel',
  ).heldBy(
    '%s in %s: what takes a right that they lack changes nothing, what they may do steers nothing, and neither tells what is not theirs',
    '%s in %s: nobody of our own is refused, and it works',
    '%s in %s: altered values steer no channel that they are not in',
  ),
  guests: row(
    'guests find what their channel is subscribed to, and are read as other organizations are',
  ).heldBy(
    'a channel that a guest joins is paused before anything more is posted, and its maker is told why',
    'on %s, a guest whose joining Slack %s reads nothing new, and the channel is paused until somebody confirms guests',
    'a third organization that Slack did not tell reads nothing new, and the channel is paused until somebody confirms it',
    'on %s, of two projects in a channel with a new reader, the one that was confirmed again goes on without a loss',
    'what waits for the team is not posted to the readers whom somebody confirms meanwhile',
    'a guest who joined unnoticed finds nothing by a command, because nobody confirmed guests',
    'a channel with a guest that is subscribed again gets no internal task, and links for customers alone',
    'a guest finds what the channel is subscribed to, and no other project',
    'a comment of a guest is marked as one',
  ),
  'now internal': row('a task that became internal takes nothing from others, from old cards either').heldBy(
    'a card whose task has become internal opens no dialog for others, and takes no comment of theirs',
    'a guest’s reply whose first attempt failed is not sent once the task is internal',
    'the rest of a guest’s long reply is not sent if the task becomes internal between two comments',
    'an outsider who edits an old reply learns no new name of a task that is internal now, a colleague does',
  ),
  'nothing internal': row(
    'no word of an internal field, no progress, and no count of internal work is read by outsiders: in no kind of message, after no event, at no door',
  ).heldBy(
    'a reader from outside finds no internal word in a message of the kind %s that is %s, and reads what they would if nothing were internal',
    'a reader from outside finds no internal word in what events of the family %s bring, and reads what they would if nothing were internal',
    'a reader who is %s and sends %s values finds no internal word at any door: command, mention, button, dialog, menu, pane, Home, unfurl',
    'what our %s posts in the channel has no internal word for those who read along',
    'a completed project that is announced after its channel became shared says no answer of an internal task',
  ),
  'who reads a channel': row(
    'no channel that outsiders read gets another customer’s words before a confirmation that names them',
  ).heldBy(
    'in a channel read by %s, every door asks before the words of another customer',
    'on %s, no channel that outsiders read receives all projects, by no door',
    'on %s, Resume in a channel that became shared asks first, and again if others came since',
    'New project names who reads the channel, and Create subscribes it for them alone',
    'a proposed channel is withdrawn with its account, and chosen again it asks like any other',
  ),
  'shared channels': row('a shared channel gets only what it receives, whatever was decided before').heldBy(
    'a comment by command on another customer’s task is made, and the shared channel reads nothing of it',
    'what waits for a task that became internal is not posted in a shared channel (%s)',
    'what waits for a project that the channel unsubscribed from is not posted, whoever reads it',
    'a project that moved to another customer changes nothing anymore in the shared channel of the one before',
    'on %s, what a project says after it moved to another customer is left out when it is decided, and why says so',
    'the digest of a shared channel goes on without a project that moved to another customer',
    'on %s, the daily check counts no completed project in a shared channel that moved to another customer',
    'who replies below the old card of a project that moved to another customer learns no new name of its task',
    'after a shared channel unsubscribed its old messages are not changed, but taken back',
    'a project that a shared channel is not subscribed to is not pinned there',
    'an internal task’s card says nothing of it once others read the channel, but who reads replies',
    'a digest that waited is not posted in a shared channel once a task in it is internal',
  ),
  names: row('nobody is made to say what they did not').heldBy(
    'whatever a person calls themselves, the page and the bot read their own name and where they are from',
  ),
})
