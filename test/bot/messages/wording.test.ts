import { expect, test } from 'vitest'
import { projectCard } from '../../../src/bot/kit/project-card.ts'
import { taskUuid } from './samples/facts.ts'
import { said } from './samples/samples.ts'

/** A message’s text behind the title of its sample. */
const words = `
# taskCard
Task <https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Hold the kick-off call>
In progress · Assigned to Casey Miller · Due Dec 31, 2026 · Acme Corp – Standard Onboarding · Kick-off · Internal task · Earlier comments are in the tracker
Robin Hill: “Can we move it?”
# taskCompletedLine
Task completed: Hold the kick-off call, by Casey Miller, <!date^1795167000^{date_short_pretty} {time}|Nov 20, 2026, 09:30 UTC>
Go-live date: Jan 15, 2027
Which regions? EMEA, APAC
Next task: <https://tracker.example/tasks/next|Send the data export>
# taskCompletedAlone
✅ <https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Hold the kick-off call> completed by Casey Miller · Acme Corp – Standard Onboarding · Next: Send the data export · Acme Corp reads replies.
Go-live date: Jan 15, 2027
# subtaskLine
Subtask answered: Choose a date, by Casey Miller
Answer: The 15th
# commentLine
In reply to Dana Smith: “See you on Monday.”
Casey Miller: Can we move the call?

Tuesday is better.
edited <!date^1795167000^{date_short_pretty} {time}|Nov 20, 2026, 09:30 UTC>
# commentRest
Casey Miller’s comment, continued
The whole of it.
# commentDeleted
A comment by Casey Miller was deleted in the tracker.
# projectCard
Project <https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding> · Acme Corp · Owner Dana Smith
▰▰▰▱▱▱▱▱▱▱ 34% done · Overdue: was due Nov 17, 2026 · At risk
Last activity: Casey Miller commented on <https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Hold the kick-off call>, <!date^1795167000^{date_short_pretty} {time}|Nov 20, 2026, 09:30 UTC>
# projectCompleted
Project completed with open items: <https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding> · Acme Corp
Completed by Lee Wong, Nov 20, 2026 · Planned for Nov 17, 2026 · 3 days late · Took 80 days
7 tasks still open:
• Send the data export, Casey Miller
• Sign the contract
and 5 more tasks in the tracker
9 questions answered
• Which region? EMEA
• Single sign-on? Yes
• Go-live: Nov 20, 2026
and 6 more answers in the tracker
Thanks to Dana Smith, Lee Wong and Sam Ode.
<https://tracker.example/portal/projects/3f0c8a52|Customer page>
# projectCompleted, with something left
Project completed with open items: Acme Corp – Standard Onboarding
92% done; some items are still open in the tracker.
# projectLine, archived
<https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding> · Archived, by Lee Wong, <!date^1795167000^{date_short_pretty} {time}|Nov 20, 2026, 09:30 UTC>
# projectLine, invited
<https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding> · Customer invited: Casey Miller, Sponsor, by Lee Wong
# projectLine, status
<https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding> · Status: On track → At risk, by Lee Wong
# projectLine, owner
<https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding> · Owner: Dana Smith → Sam Ray, by Lee Wong
# projectLine, module completed
<https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding> · Module completed: Kick-off
# projectList
31 projects with “Onboarding” in the name
<https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding> · Acme Corp · Owner Dana Smith
▰▰▰▱▱▱▱▱▱▱ 34% done · Overdue: was due Nov 17, 2026 · At risk
Last activity: Casey Miller commented on <https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Hold the kick-off call>, <!date^1795167000^{date_short_pretty} {time}|Nov 20, 2026, 09:30 UTC>
1 of 31 shown.
# choices, of a project
2 projects match “Onboarding”. Which one?
1. Acme Corp – Standard Onboarding · Acme Corp · Active
2. Globex – Enterprise Rollout · Globex
# choices, of a task
2 tasks match “Onboarding”. Which one?
1. Acme Corp – Standard Onboarding · Acme Corp · Active
2. Globex – Enterprise Rollout · Globex
# subscribed
<@U0DANA> subscribed this channel to the project <https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding>.
It receives comments, completed tasks, and project status. Replies in a task’s thread become comments on the task.
# subscribed, changed
<@U0DANA> changed what this channel receives of the project <https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding>.
It receives new comments and completed tasks. Replies in a task’s thread become comments on the task.
# unsubscribed
<@U0DANA> unsubscribed this channel from the project <https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding>.
Its updates still arrive through the subscription to the account Acme Corp.
# subscriptionList
<#C0ACME> has 21 subscriptions.
Replies in threads become comments
• the project <https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding>: new comments and completed tasks, by <@U0DANA>, <!date^1793527200^{date_short_pretty} {time}|Nov 1, 2026, 10:00 UTC>
   Paused: the channel is archived. Resume it when that’s fixed.
1 of 21 shown.
To remove one, press Remove, or use /onboard unsubscribe and the name.
# nothingSubscribed
This channel isn’t subscribed to “Acme Corp – Standard Onboarding”, so there’s nothing to unsubscribe from.
See what it’s subscribed to with /onboard subscriptions.
# subscriptionPaused
Updates in <#C0ACME> are paused: the app is no longer in the channel.
• Acme Corp – Standard Onboarding
• Globex
Invite it with /invite @Onboarding, then press Resume in /onboard subscriptions.
# help
What you can do here:
/onboard projects [text]
   Lists projects. Example: /onboard projects Acme
For admins
/onboard task &lt;text&gt;
   Shows a task. Example: /onboard task kick-off
Replies in a task’s thread become comments on the task. For one command, try /onboard help subscribe.
# commentStored
Your comment is on its way to the task “Hold the kick-off call”. You’ll hear when it’s posted.
Acme Corp reads this comment.
# commentToSend
Send this comment to “Hold the kick-off call”?
You wrote: “We are ready.”
Acme Corp and everybody in this channel read this comment.
# commentPosted
Your comment is on the task Hold the kick-off call.
Continue in <https://demo.slack.com/archives/C0ACME/p1|its thread>.
Acme Corp reads this comment.
# replyRefused
Your reply wasn’t posted to “Hold the kick-off call”: Validation failed.
• The text: Too long
Change the text, then send it as a new reply.
You wrote: “We are ready.”
For the tracker’s support team: request req-81
<https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Open task>
# replyUnconfirmed
The tracker didn’t confirm your reply to “Hold the kick-off call”. The comment may or may not exist.
Check the task before you send it again: a duplicate comment can’t be deleted from here.
You wrote: “We are ready.”
<https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Open task>
# replyEditNotPossible, edit
Your edit changed Slack only: the comment on “Hold the kick-off call” is unchanged, because the app can’t edit or delete comments in the tracker.
Acme Corp reads the old words.
Post a correction as a second comment.
<https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Open task>
# replyEditNotPossible, delete
Your reply was deleted in Slack only: the comment on “Hold the kick-off call” is unchanged, because the app can’t edit or delete comments in the tracker.
Post a correction as a second comment, or ask a Vendor Admin to delete the comment in the tracker.
<https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Open task>
# replyWithdrawn
You deleted your reply before it was sent, so there’s no comment on “Hold the kick-off call”.
# threadOfDeletedTask
Your reply stays in Slack: the task “Hold the kick-off call” was deleted in the tracker, so it can’t be commented on.
Reply in the thread of another task, or find one with /onboard task.
# oneWay
Your reply stays in Slack: replies in this channel don’t become comments for “Hold the kick-off call”.
Comment with /onboard comment, or turn on two-way replies in /onboard settings.
# notFound
No project found for “Initrode”.
Try a shorter part of the name, or paste its link. /onboard projects lists all projects.
# trackerUnreachable
The tracker isn’t responding, so there’s nothing to show. Waiting updates are kept.
Try again in a minute. If it keeps happening, give your admin the reference below.
Reference: a1b2 · Tracker request: req-81
# trackerSlow
The tracker is taking longer than usual. The answer will appear here.
# trackerUnauthorized
The tracker rejected the app’s API key: it’s unknown or deactivated. Everything that’s waiting is kept.
Ask a Vendor Admin to create a new key (on the tracker’s settings page), and the person who runs the app to set it.
Reference: a1b2
# quotaReached
The tracker’s monthly API quota is used up. Everything that’s waiting is kept and sent next month.
To continue sooner, ask a Vendor Admin to have the quota raised.
Reference: a1b2
# rateLimited
The tracker is limiting requests right now. Try again in about a minute.
# unknownSubcommand
/onboard has no “subscrib”. Did you mean /onboard subscribe?
/onboard help lists all commands.
# badArguments
Which task?
Usage: /onboard task &lt;URL | uuid | text&gt;
Example: /onboard task kick-off
# notInChannel
The app isn’t in this channel, so it couldn’t post updates here.
Type /invite @Onboarding, then try again.
# internalTaskInSharedChannel
That task is internal. This channel includes guests or people from another organization, so it isn’t shown here.
Look it up in a channel that only your team reads.
# notAllowed
Only members of the workspace that installed the app can do this.
Ask one of them in this channel, or reply in a task’s thread: your reply becomes a comment.
# staleButton
That button no longer works: what it belongs to has changed.
Try again from the start, for example with /onboard projects.
# unexpected
Something went wrong. Your request may not have gone through.
Try again. If it keeps happening, give your admin the reference below.
Reference: a1b2
`

const sections = words.split(/^# /m).slice(1)
const rows = sections.map((section) => /^(.*)\n([^]*)\n$/.exec(section)?.slice(1) ?? [])

test.each(rows)('what a person reads or hears without blocks: %s', (title = '', text) =>
  expect(said(title)).toBe(text),
)

test('comments are named by their tasks, and what is left is counted in comments', () => {
  expect(said('digest')).toMatch(/7 comments: .* \(6\) and 1 more\n/)
})

test('a task that is late or waited on is not named as next, too', () => {
  const first = { uuid: taskUuid, name: 'Export your data' }
  const acme = { uuid: taskUuid, name: 'Acme', waiting: { total: 1, first } }
  const next = { uuid: taskUuid, name: 'Export your data', detail: 'due Nov 27, 2026' }
  const { text } = projectCard({ ...acme, next, known: 2 })
  expect(text).toBe('Project Acme\nWaiting on the customer: Export your data · The app knows 2 tasks')
  const other = { ...next, uuid: 'another' }
  expect(projectCard({ ...acme, next: other }).text).toContain('Next: ')
})
