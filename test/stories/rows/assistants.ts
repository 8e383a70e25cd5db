import { section } from '../row.ts'

export const assistants = section('Assistants', 'assistant', {
  seen: {
    sentence: 'the key, the question and the button, in the playground',
    tests: [
      'the Home tab shows a key once; a client with it looks up, and its comment waits for Send comment',
    ],
  },
  'look-ups': {
    sentence: 'Slackbot, or a client with a person’s key, looks up what the person could',
    tests: [
      'an assistant’s tools are the flagged subcommands, with what each reads or changes',
      'Slackbot and a client with a key look up what the person could in a message to the app',
      'a task is found by a part of its name among all that the app has heard of',
      'several projects of a name are choices, each with the command that names it',
      'a wrong argument, an unknown one, and an unknown tool are errors that say so',
    ],
  },
  changes: {
    sentence: 'a comment or a field waits until the person confirms it in Slack, once',
    tests: [
      'a comment: the person reads it whole and sends it, once',
      'pressed twenty times at once, it is sent once',
      'canceled, it is never sent',
      'a data field: a dry run, the person’s Apply, and one write',
      'nobody but the person confirms or cancels',
      'after half an hour it is over',
      'an assistant cannot bury a person: the eleventh request is refused',
    ],
  },
  outsiders: {
    sentence: 'guests and other organizations find nothing, whatever they send',
    tests: [
      'five thousand generated calls of guests, strangers and unknown people show and change nothing',
      'the same calls of members find what is there, and still change nothing by themselves',
      'guests and strangers get no key, and a channel is nothing that a client can name',
    ],
  },
  doors: {
    sentence: 'a signature or a key leads to one person of one installation',
    tests: [
      'without Slack’s signature or a key nothing is answered, and refusals are counted',
      'a key does not make what it says of Slack true',
      'each workspace’s people get their own workspace’s projects, and none of another',
      'a workspace that has left opens no door anymore, and leaves the others’ open',
      'nothing crosses between five installations when assistants ask, on %s',
      'a new key replaces the former, a revoked one is refused, and none is stored',
      'the key of a person who has left is refused and erased',
    ],
  },
  data: {
    sentence: 'what customers wrote is marked as data',
    tests: ['what customers wrote is marked as data, between marks that they cannot know'],
  },
})
