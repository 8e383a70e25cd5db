import { events } from '../../../../src/bot/doors/slack-events.ts'
import { eventNames } from '../../../../src/contract/event.ts'
import { jobKinds } from '../../../../src/bot/store/payloads.ts'

/** By a name such as `job: reply`. */
export type Counts = Map<string, number>

export const count = (counts: Counts, what: string, times = 1): void => {
  counts.set(what, (counts.get(what) ?? 0) + times)
}

/** No story has a hook to subscribe. */
const rareJobs: readonly string[] = ['hook-subscription']
/** They come by chance, so only long runs have them for sure. */
const chanceJobs: readonly string[] = ['create', 'card', 'home', 'unsure-reply', 'quota']
/** The steps write no such things. */
const rareEvents: readonly string[] = [
  'group_archive',
  'group_unarchive',
  'group_deleted',
  'group_left',
  'group_rename',
]

const expected: readonly string[] = [
  ...eventNames.map((name) => `tracker: ${name}`),
  ...Object.keys(events).flatMap((type) => (rareEvents.includes(type) ? [] : `slack: ${type}`)),
  ...jobKinds().flatMap((kind) => ([...rareJobs, ...chanceJobs].includes(kind) ? [] : `job: ${kind}`)),
  ...['edit', 'deletion', 'card deleted', 'reinstall', 'erased'].map((one) => `step: ${one}`),
]

/** What every story must have, and this one lacks. */
export const missingIn = (counts: Counts): string[] => expected.filter((what) => !counts.has(what))

export const table = (counts: Counts): string =>
  [...counts]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([what, times]) => `${String(times).padStart(7)}  ${what}`)
    .join('\n')
