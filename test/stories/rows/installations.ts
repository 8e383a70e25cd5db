import { row, section } from '../row.ts'

export const installations = section('Many workspaces', 'installations', {
  install: row('a workspace or an organization installs the app by a button').heldBy(
    'ends with an installation, its token at rest, and the way back to Slack',
    'a whole organization installs it once, and then chooses workspaces',
    'a reinstall keeps the tracker, replaces the token, and ends leaving',
    'a person adds the app to Slack, on pages that run without scripts and that axe accepts',
    'the app installs itself through the consent page of another Slack, and its token works there',
  ),
  state: row('an install is finished once, within ten minutes, by the browser that began it').heldBy(
    'the same link twice, also at once, installs once',
    "another browser can't finish it, with no cookie or its own, and the first one still can",
    'ten minutes are long enough, and more are too many',
  ),
  refusals: row('whatever goes wrong has a page that says so').heldBy(
    'was cancelled: nothing is stored',
    'without a needed scope nothing is stored, and the page says what is missing',
    'optional scopes may be missing',
    'Slack answers %s',
  ),
  connecting: row(
    'an admin connects the tracker on the Home tab, and is told what is wrong with address or key',
  ).heldBy(
    'an admin connects it on the Home tab; then everything works, and the key is nowhere in plain text',
    'a new key replaces the old one, and nothing else changes',
    '*Disconnect* erases the connection, and channels keep their subscriptions',
    'without a tracker, admins are given the button, others are told whom to ask, and `default` works',
    'members can’t connect, replace or disconnect a tracker',
    'a private address, in production',
    'with `publicOnly`, a host name that leads to a private address gets no request',
    'gets a new key in place; where another workspace shares it, that one keeps the key that it knows',
  ),
  moving: row('a workspace moves from a token to OAuth with its tracker, and loses no reply').heldBy(
    'a workspace that moves to OAuth keeps its tracker, and what was said meanwhile is worked off',
    'without a tracker in the environment, an admin of the moved workspace connects one',
    'an install on another node counts at once, also where an event came just before',
  ),
  secrets: row('tokens, keys and secrets are ciphertext at rest, bound to their row').heldBy(
    'a dump of the database holds no token, no key and no secret',
    'no token, code or client secret is in the log, in a page or in the database',
    "a workspace's ciphertext is worthless in another's row",
    'everything moves to the newest key in batches, and then the old one is not in use',
  ),
  leaving: row('who uninstalls the app is stopped at once and erased an hour later').heldBy(
    'has no token from then on, and nothing else changes for an hour',
    'is erased after an hour, and its tracker once nobody uses it',
    'after a reinstall, channels that Slack took the app out of pause, and their subscribers are told; others go on',
  ),
  apart: row('nothing of one installation reaches another, in a shared channel neither').heldBy(
    'nothing crosses between 5 installations on SQLite',
    'nothing crosses between 5 installations on PostgreSQL',
    'a reply in a channel of one workspace is for it alone, though others have the same channel and time',
    'a reply in a channel that two workspaces share is for the one whose thread it is, whichever Slack names',
    'a reply is for the workspace whose thread it is, though the channel was not its own a moment before',
    "what a workspace sends after it left is not taken for the environment's",
    'a mention in a channel that two workspaces share is answered by the app that it names, whichever Slack names',
    'the first word to an app in a shared channel reaches it, though it has nothing to do with the channel yet',
  ),
  'one tracker': row('what is said in one workspace reaches the others with the same tracker, once').heldBy(
    'what is said in one workspace is in the threads of another with the same tracker, once, under its author’s name (%s)',
    'what something else writes with the same key stays unposted, also if it looks like a reply',
  ),
  paused: row('what happens while an installation is paused waits for its end').heldBy(
    'what happens while an installation is paused is worked off once it is resumed',
    'a paused installation that is uninstalled is left, as any other',
  ),
  grid: row('an organization is one, and its workspaces come and go').heldBy(
    'people of every workspace of an organization are colleagues, and nobody of another organization is',
    'a channel that is shared with a sister workspace goes on, and one that is shared with another organization pauses',
    'a workspace that an organization takes the app away from hears nothing, and goes on when it is back',
    'a workspace whose channels kept the app goes on as soon as it is granted again',
  ),
  fair: row("an installation's outage delays nobody else").heldBy(
    "an installation's $outage delays nobody else",
  ),
})
