import { row, section } from '../row.ts'

export const app = section('The whole app', 'app', {
  create: row(
    'refusals under their inputs, data fields on two pages, any playbook version, what the channel receives',
  ).heldBy(
    'each of the tracker’s refusals stands under its input when the dialog is opened again',
    'of a hundred data fields, those with problems come first, and the dialog says how many do not fit',
    'a playbook’s version beyond the first two hundred is found by its description or number',
    'the preview names what the channel receives already, and channels that are called as the project or account',
  ),
  'outage switch': row(
    'the playground makes the tracker slow, down, limited or out of quota: nothing gets lost',
  ).heldBy(
    'a line says that the tracker fails, with a button that ends it',
    'down: replies wait with ⏳, the pages work, and once it is back they are comments, in order, once',
    'losing its answers: the echo confirms the comment, which is written once',
    'out of quota: nothing is written, and status says so',
  ),
  playground: row('everything of it by keyboard, without a fault for axe, and on a phone').heldBy(
    'on the playground with a thread',
    'on a phone, one pane at a time, with a back button, and nothing overflows',
    'a message that arrives while the channel loads is shown, at the first load and later',
  ),
  'second workspace': row(
    'a second workspace in the playground: switched to, sharing a channel, with the app added and removed',
  ).heldBy(
    'one switches between them, and a message in the shared channel is read in both',
    'a person adds the app, leaves out a scope, uses it, and removes it',
    'a person who cancels comes back to the app, and nothing is added',
    'on the second workspace, next to its own tracker and how to connect to it',
  ),
  doctor: row(
    'an admin’s check of token, scopes, addresses, key, quota, database, clock, each with its remedy',
  ).heldBy(
    'an admin is answered at once, and then told of each check, what is wrong first',
    'a member who is no admin is told who may ask the doctor',
  ),
  people: row(
    'Slack and tracker by email, mapped n of m, corrected and undone in one dialog, by admins alone',
  ).heldBy(
    'an admin sees on the Home tab how many are mapped, and who is not',
    'an admin corrects in a dialog who somebody is: pictures and mentions follow, and the dialog undoes it',
  ),
  'who reads': row(
    'who reads is said before a word is written: on the card, and in each dialog that publishes',
  ).heldBy(
    'a task’s card says last who reads replies, and follows when that changes',
    'a card’s last line follows when replies become one-way, and two-way again (%s)',
    'a card’s last line follows when others begin to read the channel, though it is paused, and when they leave (%s)',
    'the line of a synced thread follows too, and what is about completed tasks costs nothing',
    'a flat comment says who reads replies now',
    'Comment on a task says who reads the chosen task, and again after another is chosen',
    'Sync says the task, its project and who reads, and does nothing before its button',
    'in a flat channel, each message under which a reply becomes a comment says last who reads it',
    'Sync thread with a task: its replies become comments, and the task’s comments appear in it (%s)',
  ),
  edits: row('a reply edited or deleted in the tracker: one line in its thread, updated in place').heldBy(
    'a reply that somebody edits in the tracker gets one line in its thread, which later edits change',
  ),
  'missed replies': row('what people answered while no node was there becomes comments at the return').heldBy(
    'what people answered while the bot was away becomes comments at its return, in order, once (%s)',
  ),
  'lost cards': row(
    'a reply under a card that the database doesn’t have stays in Slack, and its author is told',
  ).heldBy(
    'a reply under a card that the database does not have stays in Slack, and its author is told once',
  ),
  retention: row('what is over loses its words after a stated time; what waits or failed stays').heldBy(
    'once a day what is over and old enough loses its words; threads, edits and echoes go on',
  ),
  filters: row('include and exclude by event, module, internal or not').heldBy(
    'filters: nothing set is everything; only lets its matches through; except always wins',
    'filters only ever narrow: an internal task stays out of a shared channel',
    'from too noisy to right: a preset, and filters below Custom, clicked',
  ),
  mute: row('a channel, or all that a person is in, muted for a time and turned on again').heldBy(
    'a muted channel gets nothing new for an hour; replies still become comments; the mute ends by itself (%s)',
    'the Home tab mutes a channel or all that the person is in, and shows it at once',
    'the Home tab mutes the channel; Manage changes its settings and ends the subscription',
  ),
  completed: row(
    'a completed project is a message worth reading: how long, what is open and whose, what was answered, and thanks',
  ).heldBy(
    'a completed project: how long against the plan, what is open and whose, what was answered, who is thanked',
    'a completed project in a shared channel names nothing internal, and nobody who is not there',
    'a completed project never contradicts itself: tasks are read anew, and 100 % with nothing open says so',
    'a completed project whose open tasks the app never saw says that something is open, and not that nothing is',
  ),
  digest: row(
    'digests, daily or weekly, of what is still true; in place of messages where a channel wants so',
  ).heldBy(
    'a daily digest tells what was done, is overdue, waits on the customer and comes next, with links',
    'a digest says only what is still true: tasks that it names are read anew',
    'layout digest: nothing is posted as it happens but completed projects',
    'a reader from outside finds no internal word in a message of the kind %s that is %s, and reads what they would if nothing were internal',
    'weekly: on its day; a digest that is late is posted once, and the next at its own time',
    'a reply under a digest is no comment; the person is told how to comment, once',
  ),
  yourDay: row('your day as a direct message, if you want it, overdue tasks first').heldBy(
    'your day, on the Home tab: what is overdue, assigned, asked and waited for, at nine where the person is',
    'your day is off until one turns it on, comes once a day at most, and ends when it is turned off',
    'a mention that one has answered since, in the tracker or from Slack, is not in your day',
    'what a completed project left open is not in your day',
  ),
  'project card': row(
    'a project’s card says what is overdue, who is waited on, and what comes next, and can be pinned',
  ).heldBy(
    'Pin posts the project’s card and pins it; the card says what is overdue, who is waited on, and what comes next',
    'however many tasks change, a card is changed once in a few seconds; with nothing new, not at all',
    'a task that becomes overdue without an event is overdue on the card after midnight',
    'without the scope for pins the card is posted, and the person is told which scope to add',
    'a reader from outside finds no internal word in a message of the kind %s that is %s, and reads what they would if nothing were internal',
  ),
  dialogs: row('every dialog and button clicked in the playground').heldBy(
    'a data field is written on Apply, after a preview',
    'New project: missing, taken, or wrong input has its error below; preview, Back, Create',
    'the dialog changes the channel for everybody; after a mention, a button opens it',
    'a message becomes a comment on a task found by typing',
    'status lists what Slack refused: Retry posts it, Skip drops it',
    'from too noisy to right: a preset, and filters below Custom, clicked',
    'the Home tab mutes the channel; Manage changes its settings and ends the subscription',
  ),
  manifest: row(
    'least scopes, each with its reason; optional ones degrade; both variants are Slack’s',
  ).heldBy(
    'without the scope for pins the card is posted, and the person is told which scope to add',
    "with the manifest's scopes and no other, a comment becomes a thread and a reply becomes a comment",
    'without %s the comment and the reply still arrive',
    'a Slack that refuses Work Objects (%s) gets plain cards',
    'the manifest is one that Slack takes, over HTTP and in Socket Mode',
    'no scope is asked for that nothing needs, and none is missing',
    'an optional scope is called so in docs/permissions.md, and no other is',
  ),
  refusals: row('every refusal has its own message with the next step').heldBy(
    'every message and dialog has samples',
    'whoever is refused reads the next step in the text alone',
  ),
  'in time': row(
    'everything is acknowledged within 3 s whatever the tracker does, and told afterwards',
  ).heldBy(
    'every subcommand is acknowledged within 3 s though the tracker takes longer, and answered when it is back',
    'every button is acknowledged within 3 s though the tracker takes longer',
    'shortcuts, mentions, the Home tab, links and replies are acknowledged within 3 s though the tracker takes longer',
    'dialogs and menus are acknowledged within 3 s though the tracker takes longer',
    'while the tracker is silent the pane says so, then shows the task when it answers',
  ),
  limits: row('every message, dialog and answer of every story is held to Slack’s published limits').heldBy(
    'is taken by Slack with any extreme everywhere, a hundred times',
    'is taken by Slack whatever the names and texts are',
  ),
  'wrong clicks': row('stale, garbled, gone, late, twice, two at once, strangers: an answer in words').heldBy(
    'carries what nobody wrote: its person is told in words',
    'belongs to what is gone: the tracker has no such project, task or comment',
    'two people press the same button at once: both are answered in words',
    'a press of which Slack says that it is too old is told, where a dialog would have opened',
    'people of another organization who press are told that it is for members, and steer nothing',
    'that carries garbage says so, or what is missing',
    'on a task that was deleted meanwhile: the words come back to their author',
    'the Comment button opens a dialog; submitting it twice is one comment',
  ),
})
