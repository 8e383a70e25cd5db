/** What the judge requires, in the words of docs/reliability.md, and the checks that hold it. */
export const promises = {
  'each acknowledged comment is once in each channel that may read it, in event order and its last version': [
    'a comment was lost',
    'a comment was posted twice',
    'comments are out of order',
    'an edit did not win',
    'a deleted comment stands',
    'a message counts too many comments',
    'a flood is counted twice',
  ],
  'each acknowledged reply is in the tracker and in the project’s other channels once, or its author reads why not':
    [
      'a reply was lost',
      'a comment was made twice',
      'a reply is not its comments',
      'a reply was not passed on',
      'a reply was passed on twice',
      'an echo',
      'a reply was withdrawn by nobody',
      'what was deleted before it was heard was sent',
      'what was edited before it was heard was sent as it was',
      'an author was not told',
      'an author was told without cause',
      'an author was told that a comment is not there',
      'an edit in Slack was lost unsaid',
      'a deletion in Slack was lost unsaid',
      'set aside for a fault that passes',
      'never quiet',
    ],
  'cards, edits, deletions, signs, and digests agree': [
    'a task has not one card',
    'a card is stale',
    'a completion is not said once',
    'no comment is quoted',
    'an old text is quoted',
    'a deleted comment is quoted',
    'an edit in the tracker did not win',
    'an edit in the tracker was not told',
    'an edit in the tracker was told twice',
    'a reply stands that was deleted in the tracker',
    'a reply has the wrong sign',
    'a digest is not posted once',
    'in a channel for digests',
  ],
  'the shared channel shows nothing internal': [
    'internal in the shared channel',
    'posted after its task became internal',
    'posted where a guest reads',
  ],
  'processes end only on request': [
    'a process ended by itself',
    'a process did not start',
    'a stop was not clean',
  ],
  '`/readyz` is right ten seconds after an outage starts and ends': [
    '/readyz says ready in an outage',
    '/readyz says unready without an outage',
  ],
  'calls stay within Slack’s limits': ['Slack would refuse'],
} as const

export type Check = (typeof promises)[keyof typeof promises][number]
