import { section } from '../row.ts'

export const commands = section('Subcommands', 'command', {
  help: {
    sentence:
      'what the app does and the next steps, every subcommand on a button; an unknown word answers with the nearest one, a greeting with a greeting',
    tests: [
      'help is three sentences and the next steps; All commands replaces them; an unknown word answers with the nearest one',
      '“%s” is no unknown command',
    ],
  },
  projects: {
    sentence: 'projects whose name contains the text, totals, more on a button',
    tests: [
      'projects finds by a part of the name; project shows one by name, URL and uuid',
      'a tracker that is away is told with a reference; nothing is thrown at the person',
    ],
  },
  project: {
    sentence: 'one project’s card; ambiguous: a list to choose from; without argument the channel’s projects',
    tests: [
      'projects finds by a part of the name; project shows one by name, URL and uuid',
      'several projects of a name are a choice',
      'without a name, the projects that the channel receives by its account are shown, and shared',
      'more projects of a channel than one page holds follow on Show more, and no others',
      'Subscribe channel subscribes the channel where it is clicked; subscriptions removes it',
    ],
  },
  waiting: {
    sentence: 'the tasks that wait on customers, longest first',
    tests: [
      'is listed longest first, in any channel of one’s own, without internal tasks',
      'a task that is done, archived or gone by now is not listed, though no event said so',
      'a shared channel gets its own projects’, with customers’ links; a guest elsewhere gets none',
    ],
  },
  create: {
    sentence: 'the New project dialog',
    tests: [
      'a project that somebody in a muted channel asks for gets its card; its event brings no second one',
      'create asks for name, account, playbook, dates and channel; More… adds owner, people, invitations and data fields',
      'what is missing or wrong is told at its field, and nothing is stored',
      'the five inputs are enough: the person owns the project',
      'somebody whom the tracker does not know is asked for the owner',
      'the preview is five lines: name and account, playbook, dates, people, channel',
      'the menu of customers offers those of the chosen account alone',
      'another account’s customer is refused under the input',
      'the preview asks the tracker for the account and its spelling',
      'the preview computes the due date from the playbook’s duration',
      'a form whose project exists under its external id is not offered again',
      'Create makes the project, posts its card, links channel and record, and tells the person; the echo adds nothing',
      'New project: missing, taken, or wrong input has its error below; preview, Back, Create',
    ],
  },
  playbooks: {
    sentence: 'the current version of each',
    tests: ['playbooks shows each name once, with the description of its last version'],
  },
  task: {
    sentence:
      'a task’s card with Comment; text searches the tasks of this channel’s projects; without a name the thread’s task or a choice',
    tests: [
      'in a task’s thread, comment and task mean that task',
      'task without a name offers the channel’s open tasks, and one press shows the chosen',
      'task shows a card by uuid, and finds by text what the channel has seen',
      'the Comment button opens a dialog; submitting it twice is one comment',
      'a text finds the tasks of an account’s projects; those of one name are told apart by their project',
    ],
  },
  comment: {
    sentence: 'posts a comment; the answer links to its thread; what is missing is asked in a dialog',
    tests: [
      'a task’s whole name needs no quotes; of two, the longer that fits is meant',
      'a name that two tasks have is a choice, and no comment',
      'comment without a task opens the dialog, with the words that were typed',
      'comment with a task and no words opens the task’s dialog; by mention, behind a button',
      'killed the moment /onboard comment is acknowledged: after the restart the comment is there, once',
      "a comment made by command and edited in the tracker changes in the thread, in its author's name",
      'comment posts a comment, shows it in the thread, and tells its author with a link; no echo',
    ],
  },
  subscribe: {
    sentence:
      'the channel receives a project, an account or all, with the events named; an invited app, and subscribe without a name, offer the choice',
    tests: [
      'an invited app says once that nothing arrives yet, and its button opens the dialog that subscribes',
      'an app that comes back to a subscribed channel says nothing',
      'a channel with people from outside is asked about its readers first; a whole account can be chosen',
      'a tracker that is away is told to the person who chose',
      'subscribe is said in the channel; subscriptions lists it; unsubscribe ends it',
      'an event that is excluded does not come',
      'an account that the tracker does not show is refused, with the nearest, and nothing changes',
      'what is said of replies is what the channel’s settings say',
    ],
  },
  unsubscribe: {
    sentence: 'the reverse',
    tests: [
      'subscribe is said in the channel; subscriptions lists it; unsubscribe ends it',
      'what still brings a project’s updates is named, an account too',
    ],
  },
  subscriptions: {
    sentence: 'the list of them',
    tests: [
      'subscribe is said in the channel; subscriptions lists it; unsubscribe ends it',
      'a muted channel gets nothing new for an hour; replies still become comments; the mute ends by itself (%s)',
      '*Unmute* on the line in the channel ends it, and says how much was left out; a second press changes nothing',
      'who is not in a channel, is of another organization, or presses what nobody made, mutes nothing',
      'a colleague from another workspace of our organization is no stranger',
      'a digest that is due while the channel is muted is left out',
      'the list has a line for each with its events and maker, and buttons that hold what they are of',
      '*Remove* ends one and the list shows it; of two people who press, one is told that it was ended',
      'events typed behind a subscription are its own, until somebody chooses events for the channel',
      'one press under *subscribed* sets what the channel receives; Custom opens the settings',
      'many changes at once are muted in the channel they stand in by one press',
      '*Resume* lets a paused subscription run with the events it had',
      'old and foreign buttons of a subscription change nothing and say why',
    ],
  },
  settings: {
    sentence: 'one dialog per channel: presets, and below Custom events, layout, filters, replies',
    tests: [
      '/onboard settings opens presets; what is saved is said in the channel once, and opens again',
      '%s has one text, in both dialogs and in what is said of it',
      'docs/use.md has each preset in the words of the dialogs',
      'the settings hold the channel’s subscriptions and its mute, on top; from there, no way round in circles',
      'Custom shows the rest in the same dialog, and a digest its time; what was chosen before stays',
      'from too noisy to right in three clicks: *Settings* under many changes, a preset, Save',
      'from too noisy to right: a preset, and filters below Custom, clicked',
      'what a newly subscribed channel receives: everybody’s comments, completed tasks and news of the project',
      'a channel that chose %s is seen to have it, whatever becomes of its replies',
      'settings that make no sense are refused at their inputs, and nothing changes',
      'a digest has a schedule, even if no day or time was chosen',
      'filters: a digest names the tasks alone that the channel wants',
      'filters: nothing set is everything; only lets its matches through; except always wins',
      'filters: modules concern tasks and modules: what happens to the project passes them',
      'filters: what an old tracker does not tell is on no list, and may be internal',
      'cards that stand there are kept up to date, whatever the channel receives',
      'a comment that is not wanted as new is posted once when it is announced as a mention that is wanted',
      'filters: modules are found by typing',
      'filters: a task’s module is believed from its event where the tracker does not tell it',
      'in a flat channel, each message under which a reply becomes a comment says last who reads it',
      'one-way: no reply is taken, and the person who replies is told once a thread',
      'layout digest: nothing is posted as it happens but completed projects',
      'the dialog changes the channel for everybody; after a mention, a button opens it',
    ],
  },
  sync: {
    sentence: 'in a thread, by mention: the thread becomes the task’s',
    tests: [
      'sync without a name offers the channel’s open tasks, and one press makes the thread the task’s',
      '@Onboarding sync in a thread does the same, and a press that is repeated says it once',
      'outside of a thread the command says where it belongs',
    ],
  },
  fields: {
    sentence: 'reads data fields, and Edit changes them in one dialog',
    tests: [
      'Edit shows every data field with its value, and saving writes those that changed, at once',
      'a dialog that is saved as it was writes nothing',
      'what the tracker refuses is told at its input, and nothing is written',
      'a tracker that %s the changes is told in the dialog',
      'without a name, a channel that receives an account is asked which of its projects',
      'fields shows the project’s fields and values, those of tasks left out, to the person alone',
      'where the tracker offers no look-up of values, fields shows names, and set says that it cannot write',
    ],
  },
  set: {
    sentence: 'writes a data field: dry run first, the effect shown, written on Apply',
    tests: [
      'where the tracker offers no look-up of values, fields shows names, and set says that it cannot write',
      'set shows the effect of a dry run and writes nothing; Apply writes, twice as once',
      'a data field is written on Apply, after a preview',
    ],
  },
  status: {
    sentence: 'last event, lag, queue, failures by cause with Retry and Skip, usage and quota',
    tests: [
      'why and status say what the filters left out',
      'status tells the last event, what waits, the quota, and what failed and why',
      'Retry sends what failed again, once',
      'on %s, Retry posts what failed as it is by then, and nothing of a comment that was deleted',
      'Skip gives it up; its post says by whom',
      'Skip ends the count of a comment in doubt too; should it turn up later, ✅ takes the place of ⚠️',
      'status lists what Slack refused: Retry posts it, Skip drops it',
    ],
  },
  why: {
    sentence: 'which event, which subscription, what was verified, when posted',
    tests: [
      'why and status say what the filters left out',
      'why names the subscriptions that brought a message, not those to another account',
      'why names the event, what was verified, the subscription, and later changes',
      'why of a stranger’s message, of another channel, or of no link says what to do',
    ],
  },
  share: {
    sentence: 'answers are their person’s alone; a look-up carries Share to channel',
    tests: [
      'what cannot be shared is said to its person alone',
      'in a shared channel only what it is subscribed to is shared, whoever presses',
      '/onboard autocompletes; only one person sees its answer, until it is shared',
    ],
  },
})
