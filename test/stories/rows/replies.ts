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
    'what waits for longer bears ⏳, behind another reply too, and ✅ takes its place (%s)',
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
