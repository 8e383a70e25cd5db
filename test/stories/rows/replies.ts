import { row, section } from '../row.ts'

export const replies = section('A reply in a thread', 'reply', {
  'other channels': row(
    'what is said in one channel of a project reaches its others, once, and nothing loops',
  ).heldBy(
    'what is said in one channel is in the thread of every other one, once, under its author’s name (%s)',
    'however people talk in three channels and the tracker, each word is in each thread once, and nothing loops',
    'nothing of an internal task is passed on to a channel that others read',
  ),
  taken: row(
    'plain replies, broadcasts, files, /me; not bots, edits, other threads, one-way channels',
  ).heldBy(
    'one-way: no reply is taken, and the person who replies is told once a thread',
    'a reply under a digest is no comment; the person is told how to comment, once',
    'bots, top-level messages, other threads and topics are not taken',
    'everything that Slack shows of a person’s message is in its comment',
    'the thread of a deleted task takes no replies, and the person who replies is told',
    'a reply with %s is taken',
  ),
  reads: row(
    'Dana Smith (Slack): …, mentions, links and emoji in plain words; over-long text split in order',
  ).heldBy(
    'a reply in the thread becomes one comment in the name of its author, and ✅ says so',
    'everything that Slack shows of a person’s message is in its comment',
    'an over-long reply is split in order, and nothing of it is lost',
  ),
  signs: row(
    '✅ the comment exists, ⏳ what waits for more than three seconds, ⚠️ with the reason, the request id and Retry',
  ).heldBy(
    'a reply whose comment is there within three seconds costs one reaction',
    'what waits for longer bears ⏳, behind another reply too; then ✅ takes its place, and the comments keep their order (%s)',
    'killed before ⏳ was due: after the restart the reply bears it, and ✅ when its comment is there',
    'a reply in the thread becomes one comment in the name of its author, and ✅ says so',
    'a POST that times out and has no echo is not repeated: ⚠️, and its author decides',
    'a refusal is ⚠️ with the reason and the request id, and the next reply goes on',
    'a reply to a deleted task is refused with a reason, and without a button that could not help',
  ),
  changed: row(
    'an edit or deletion after the comment exists is told to its author, with Post a correction',
  ).heldBy(
    'an edit before the reply was sent holds; one after it is told to its author',
    'a reply that is edited is answered with Post a correction, whose dialog comments',
  ),
  who: row('people of other organizations are marked with their company').heldBy(
    'people of another organization who press are told that it is for members, and steer nothing',
    'everything that Slack shows of a person’s message is in its comment',
    'a customer’s words carry the account’s name; among several organizations, the one that Slack names',
  ),
})

export const threads = section('A thread that was there before', 'thread', {
  sync: row('it becomes the task’s thread in this channel, both ways').heldBy(
    'Sync thread with a task: its replies become comments, and the task’s comments appear in it (%s)',
    '@Onboarding sync in a thread does the same, and a press that is repeated says it once',
    'in a flat channel the thread is used all the same',
    'what was said in the thread while the bot was away becomes comments',
    'once the thread’s first message is gone, the task begins a thread of its own',
  ),
  'the old thread': row(
    'a task with a thread goes on in the new one; replies in the old one still become comments',
  ).heldBy(
    'a task that has a thread goes on in the new one, and replies under its card still become comments',
  ),
  'the way back': row('Stop syncing, or another task; the first one goes on in a thread of its own').heldBy(
    'Stop syncing: replies stay in Slack again, and the task goes on in a thread of its own',
    'a thread that is synced with another task moves there, and the first task begins a thread of its own',
  ),
  refused: row(
    'not under another task’s card, without a subscription, internal where others read, or by outsiders',
  ).heldBy(
    'a thread under another task’s card, and a channel that doesn’t receive the project, are refused with the next step',
    'an internal task is not synced where people outside the team read',
    'a project that the shared channel was not subscribed to as such is not shown there',
    '%s in %s: what takes a right that they lack changes nothing, what they may do steers nothing, and neither tells what is not theirs',
    'a dialog without a task, and a tracker that is away, are told',
  ),
})
