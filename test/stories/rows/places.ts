import { row, section } from '../row.ts'

export const places = section('Places other than the command', 'place', {
  'message shortcut': row('Comment on a task').heldBy(
    'Comment on a task opens with the message’s words, and one submission is one comment in the task’s thread',
    'a message becomes a comment on a task found by typing',
  ),
  'global shortcut': row('New onboarding project').heldBy(
    'the global shortcut opens the same dialog, without a channel',
    'the shortcut next to the composer opens the same dialog, and Cancel changes nothing',
  ),
  'message to the app': row(
    'a person who writes to the app, or to it in a group, gets an answer, as after /onboard',
  ).heldBy(
    'a person who writes to the app is answered as after /onboard: help, look-ups, and what it doesn’t understand',
    'a comment written to the app is one, once, and a reply under its card is another',
    'what Slack repeats is answered once; apps, the app itself, Slackbot and edits are not answered',
    'an answer whose post got no answer is not posted twice',
    'a guest and a person of another organization are told what they may do, and nothing else',
    'what belongs in a channel says so, and a tracker that is away is told',
    'in a group’s conversation it answers those who address it, alone, and once however Slack tells of it',
    'nothing of a project is posted in a conversation because somebody wrote there',
  ),
  'App Home': row(
    'my tasks, what waits on me, my projects; the workspace’s channels and connection behind a button',
  ).heldBy(
    'the Home tab shows my tasks and what waits on me; the workspace is behind a button, until the tab is opened again',
    'the Home tab mutes a channel or all that the person is in, and shows it at once',
    '*Manage* opens a channel’s list as a dialog, whose buttons work in it',
    'the Home tab shows my active projects, and nobody else’s',
    "the Home tab shows the workspace's subscriptions by channel",
    'the Home tab says what is not usable, and shows what it knows while the tracker is away',
    'its buttons open the dialog and the help, and turn mention messages off and on',
  ),
  unfurl: row('links to projects and tasks get their card').heldBy(
    "a link to a project or a task gets the project's or the task's card",
    'in a shared channel the portal page of a project it receives gets a card, the internal page none',
    'a link to a project or a task is a Work Object too, beside the card that every client shows',
    'a link to the project gets its card',
  ),
  'Work Objects': row('project and task entities where the client supports them').heldBy(
    'the pane shows a project and a task as the tracker has them',
    'while the tracker is silent the pane says so, then shows the task when it answers',
    'the pane shows nothing to a channel, or a person, of another organization that was not made for them',
    'a link to a project or a task is a Work Object too, beside the card that every client shows',
    'in a shared channel a card leads to the portal alone, under a reference of its own',
    'a Slack that refuses Work Objects (%s) gets plain cards',
    'a link gets a card; its pane opens with the keyboard, and closes with it',
  ),
  mention: row('@Onboarding and the same words, also inside threads').heldBy(
    '@Onboarding with words answers its person alone, in the thread, as /onboard does',
    'Slack sends a mention again and again, and it is answered once',
    'a mention cannot open a dialog, so it answers with the button that does',
  ),
  'direct message': row('a person whom a comment mentions is written to').heldBy(
    'a person whom a comment mentions is written to, with the link to the thread',
  ),
})
