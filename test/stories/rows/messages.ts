import { row, section } from '../row.ts'

export const messages = section('Messages', 'message', {
  project_created: row('a project card in channels subscribed to it, its account or all').heldBy(
    'a new project is a card in a channel that receives its account',
    'a channel that receives an account gets the card of its new project, and the card follows changes',
  ),
  project_updated: row('the card is updated in place; nothing new unless status or owner changed').heldBy(
    'a changed project changes its card in place; only a new status or owner is a line in its thread',
    'a project that was there before has its card when there is something to say',
    'a channel that receives an account gets the card of its new project, and the card follows changes',
  ),
  project_completed: row(
    'a new message with planned against actual, open items, links; the card updated',
  ).heldBy(
    'a completed project is a new message in the channel, the card updated, and no second word on the status',
    'a completed project is announced once, with account, who completed it, and planned against actual',
    'a completion that the tracker does not confirm is not announced',
  ),
  'project_archived, project_invitation': row('a line in the project’s thread').heldBy(
    'an archived project, and an invitation, are a line in the project’s thread',
  ),
  'task_created, task_updated': row(
    'the card, if there is one, is updated; a late one says that the task existed',
  ).heldBy(
    'a new task posts nothing; the card of its first comment does not speak of earlier ones',
    'a card says that there are earlier comments only where the bot heard of some',
  ),
  task_completed: row(
    'a line with the form answers, the card updated, the next task named; without a thread, one line in the channel',
  ).heldBy(
    'a completed task without a thread is one line with its link; a comment begins its thread',
    'a completed task without a thread says its form’s answers below',
    'a completed task is a line with the form answers, the card updated, the next task named and linked',
  ),
  task_deleted: row('the card struck through; replies are no longer taken, and who replies is told').heldBy(
    'the thread of a deleted task takes no replies, and the person who replies is told',
  ),
  'subtask_*': row('a line in the task’s thread when completed or answered, else the card updated').heldBy(
    'a subtask completed or answered is a line in the task’s thread, said once; else the card is updated',
  ),
  'module_*': row('the project card’s progress; a line when a module reaches 100 %').heldBy(
    'a module changes the project card’s progress, and is one line in its thread when it reaches 100 %',
  ),
  'comment_new, comment_reply, comment_mention': row(
    'a reply in the thread, in the author’s name, once',
  ).heldBy(
    "a customer's comment appears in the task's thread, in the author's name, under the task's card",
    'the same comment announced as new, reply and mention is posted once',
    'a comment that answers another is a reply in the task’s thread that quotes what it answers',
  ),
  comment_updated: row('the posted message is updated').heldBy(
    "a comment made by command and edited in the tracker changes in the thread, in its author's name",
    'a comment edited in the tracker changes the message; one deleted becomes a tombstone',
  ),
  comment_deleted: row('the posted message becomes a tombstone').heldBy(
    'a comment edited in the tracker changes the message; one deleted becomes a tombstone',
    'a comment that somebody else deleted says who did, and when',
    'a deletion that the tracker does not confirm changes nothing',
  ),
  'one thread': row('one thread a task and channel, its card the root, of at most four lines').heldBy(
    "a customer's comment appears in the task's thread, in the author's name, under the task's card",
    'a card is its name and one quiet line, with everything known',
  ),
  'one card': row(
    'a project has one card, in the same words in a channel, as an answer, and on the Home tab',
  ).heldBy(
    'a project’s card says who did what last, in the same words wherever it is',
    'Pin posts the project’s card and pins it; the card says what is overdue, who is waited on, and what comes next',
    'a script with a key of its own is nobody, on a task and in a comment',
    'a script with a key of its own completes tasks and projects, and nobody is named',
    'in a shared channel the last activity is none on an internal task',
  ),
  unset: row(
    'no line for a state that nobody set; the announcement and the card do not say the same twice',
  ).heldBy(
    'cards have no word for what nobody set, and nothing of it is overdue (%s)',
    'a completed project is a new message in the channel, the card updated, and no second word on the status',
  ),
  text: row(
    'the text of a message carries the whole meaning; nothing is said by colour or emoji alone',
  ).heldBy('says every fact in its text alone'),
  escaped: row('every string from outside is escaped: a customer’s <!channel> never pings').heldBy(
    'what a customer writes appears literally and pings nobody',
    'lets no markup from outside have power',
  ),
  limits: row('everything is cut to Slack’s limits, with a Show more').heldBy(
    'pressing Show more to the end shows every word once, in order',
    'is taken by Slack with any extreme everywhere',
    'shows a name of 150 wide characters whole',
    'of two hundred things shows some, and says that there are more',
    'of a text of 40,000 characters loses no tail without a way to it',
    'Show more shows the rest of a long comment, to the person who clicked',
  ),
})
