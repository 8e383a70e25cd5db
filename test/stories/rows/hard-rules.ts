import { row, section } from '../row.ts'

export const hardRules = section('Hard rules', 'hard rule', {
  '401': row('stop, say so, readiness fails; nothing is lost').heldBy(
    'a key that the tracker refuses stops the writing: it is said, readiness fails, and nothing is lost',
  ),
  'duplicate delivery': row('posted once, by event and by comment').heldBy(
    'twenty deliveries of one event are one message',
    'the same comment announced as new, reply and mention is posted once',
  ),
  'own echo': row('dropped, also when it wins the race and before the API user is known').heldBy(
    'comment posts a comment, shows it in the thread, and tells its author with a link; no echo',
    'a comment by the API user is dropped',
    'the echo of a reply is dropped when it comes after the response, and when it comes before',
    'the echo that wins the race is known %s',
  ),
  'spoofed webhook': row(
    'said as the tracker has it; what cannot be verified is not posted, and counted',
  ).heldBy(
    'an event that names another project than its task belongs to leads to no other channel',
    'a comment that the tracker does not have is not posted',
    "a delivery that lies about a comment's text is posted as the tracker has it",
    'a deletion that the tracker does not confirm changes nothing',
    'a subtask of a task that the tracker does not have, or of an internal one in a shared channel, is not posted',
    'metrics count what events came to, the unverified apart, and requests that were not let in',
    'a completion that the tracker does not confirm is not announced',
  ),
  'at three in the morning': row(
    'an operator sees what is late and why, and every alert leads to what to do',
  ).heldBy(
    'every log line on the way of a comment to Slack and of a reply to the tracker has the same trace',
    'at info there is one line for each thing done, without anything that was written',
    'every alert asks for metrics that are there, says what is wrong, and leads to what to do',
    'the figures are those of what happened',
  ),
  'wrong secret': row('404; over 1 MiB 413; no JSON 400; an unknown event is stored aside with 200').heldBy(
    'no secret, another method, another path: 404',
    'a body over 1 MiB is a 413; one that is not JSON a 400; an empty one a 400',
    'what nobody knows is stored, answered with 200, and holds up nothing (%s)',
  ),
  'comment timed out': row('wait for the echo before trying again; never two comments').heldBy(
    'losing its answers: the echo confirms the comment, which is written once',
    'a POST that times out and has no echo is not repeated: ⚠️, and its author decides',
    'a process that ends while the reply waits for its turn leaves no doubt: it is sent once, in the words it has by then',
  ),
  'project answered 500': row('look up, then decide; two people make one project').heldBy(
    'a 500 that created the project all the same is found by its name, and nothing is made twice',
    'after a 500 that created nothing the project is looked for, and made once it certainly does not exist',
    'a double press is one project, and so is the same form submitted twice',
    'two people at once, on two nodes of one PostgreSQL, make one project and both hear',
  ),
  '429 per minute': row('wait about 60 s, paced over all nodes').heldBy(
    'keeps later writes back for 60 s, without a request, and reads not at all',
  ),
  '429 quota': row(
    'stop writing, keep everything, say so once; resume when the month turns or on demand',
  ).heldBy(
    'at the end of the quota writing stops, everything is kept, admins hear of it once, and status says so',
    'is remembered: later calls fail at once, without a request',
    'is forgotten when %s',
  ),
  'Slack 429': row('that channel waits; others go on').heldBy(
    'a channel that Slack limits waits as long as Slack says, and others go on',
  ),
  'Slack permanent errors': row('the route is paused and its maker told once; no retries').heldBy(
    'a channel that is gone pauses its subscriptions and tells the person who made them once',
  ),
  'several installations': row('none sees or changes what is another’s').heldBy(
    'do not see, change or collide with what is the same in another',
    'queries of no installation do not compile where an installation’s are wanted',
  ),
  'crash between posting and storing': row('looked for by its delivery id before posting again').heldBy(
    'a message that Slack took behind %s is found and not posted twice',
    'killed at any step of a post: after a restart card and comment are there once',
  ),
  'Slack’s retries': row('a reply, a command, a dialog told twice is one').heldBy(
    'killed the moment /onboard comment is acknowledged: after the restart the comment is there, once',
    'the Comment button opens a dialog; submitting it twice is one comment',
    'Slack sends a mention again and again, and it is answered once',
    'a double press is one project, and so is the same form submitted twice',
    'Slack delivers the same reply three times: one comment',
  ),
  'out-of-date modal': row('acknowledged within 3 s always; field errors at their fields').heldBy(
    'every subcommand is acknowledged within 3 s though the tracker takes longer, and answered when it is back',
    'every button is acknowledged within 3 s though the tracker takes longer',
    'dialogs and menus are acknowledged within 3 s though the tracker takes longer',
    'a press of which Slack says that it is too old is told, where a dialog would have opened',
    'that carries garbage says so, or what is missing',
    'what the tracker is sure to refuse is told under its input before anything is asked of it',
    'create asks for name, account, playbook, dates and channel; More… adds owner, people, invitations and data fields',
    'what is missing or wrong is told at its field, and nothing is stored',
    'field errors of the tracker come with Open again, and the form comes back as it was filled in',
  ),
  'date formats': row('MM/DD/YYYY on creation, ISO elsewhere').heldBy(
    'Create makes the project, posts its card, links channel and record, and tells the person; the echo adds nothing',
    'go to MM/DD/YYYY and back unchanged',
  ),
  'shapes of events': row('both shapes of events are understood').heldBy(
    'both shapes of project events are understood: uuid, and project_uuid as before 2026-07-31',
  ),
  'missed events': row('a periodic pass posts what was missed under one divider').heldBy(
    'a missed completion that the channel does not want stays out, without a divider, and is not found again',
    'a completion of which no event told is posted the next morning under a divider, once',
    'a channel that receives %j hears of it too, once',
  ),
  burst: row('many events on a project collapse into one message, updated').heldBy(
    'however many tasks change, a card is changed once in a few seconds; with nothing new, not at all',
    'a burst is one message that counts, while comments appear one by one (%s)',
    'many comments of one author are counted by one message, come in order, and delay no other project (%s)',
  ),
})
