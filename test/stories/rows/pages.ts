import { row, section } from '../row.ts'

export const pages = section('The tracker’s pages, and who runs it all', 'page', {
  projects: row(
    'a project is created on a page; the list is filtered and sorted; each person sees their tasks',
  ).heldBy(
    'a project is created by a form, which says what is wrong with it',
    'the list is filtered by owner, account and lateness, and sorted',
    'a person finds their open tasks, and a customer only what they may see',
  ),
  project: row('data fields, what was done last, finished modules folded, people to mention by name').heldBy(
    'its data fields are shown and edited, and what is wrong stays to be mended',
    'it says who did what, folds finished modules, and offers people by name',
  ),
  customers: row('a customer reads nothing of internal work, not even that there is some').heldBy(
    'a customer reads the same with internal work and without, on %s',
    'what a customer can’t see is answered on every page as what doesn’t exist',
    'and by the pages’ own API',
  ),
  figures: row(
    'a figure says over what it counts, and there is no none where the time is too short to know',
  ).heldBy(
    'counts what docs/reports.md says',
    'says that there is nothing only once the time that a figure covers is over',
    'the first digest covers the last day, but nothing before the channel subscribed',
  ),
  receivers: row('one row for one receiver, however it is spelt and whatever it hears').heldBy(
    'a receiver is one row, however it is spelt and whatever it hears, without its secret, and goes at once',
    'a dead receiver is one line, whatever it hears, and gets what it missed in its order',
  ),
  'first minute': row(
    'where one writes and what was written are in view; a customer’s question gets an answer',
  ).heldBy(
    'three steps show the whole loop, and follow what one does',
    'the comment box and the last comment are in view on a phone, too',
    'the steps stay done, and closed',
    'the customer’s question to the app is answered to her alone',
    'sends what people type as blocks, too',
  ),
  operator: row('a wrong token names its variable and the way out; the manifest comes with its link').heldBy(
    'readyz names each thing that is not usable, with 503, and is 200 again when it is',
    'the address itself says what runs there',
    'the command fills it in, and its link creates the app with it',
  ),
  everybody: row(
    'no control under 24 pixels or without a name, and axe is clean, on a phone and in the dark, too',
  ).heldBy(
    'on %s, wide and on a phone, light and dark; nothing is small or nameless there',
    'on the playground with a thread',
  ),
})
