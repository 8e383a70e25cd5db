import { ApiProblem } from '../contract/problem.ts'
import { isoDate } from '../contract/dates.ts'
import { addUsed, forgetPeriodsBefore } from './store/organizations.ts'
import type { Scope } from './store/rows.ts'

const megabyte = 1_000_000

/** A person's share of the organization's day, for each hour. */
const personsShare = 1 / 25

const kind = 'stored '

interface Storing extends Scope {
  readonly stored: { readonly bytes: number }
  readonly personUuid: string
  /** A program with the organization's key has no budget of its own. */
  readonly byKey?: true
  readonly deps: {
    readonly now: () => number
    readonly megabytesPerDay: number
    readonly onOverStored: () => void
  }
}

/**
 * Counts what the transaction stored, as its last statement: the organization's in a day, and in an hour a person's on
 * the pages. Throws 429, which undoes the transaction.
 */
export const chargeStored = async (acting: Storing): Promise<void> => {
  const { bytes } = acting.stored
  if (bytes === 0) return
  const { now, megabytesPerDay, onOverStored } = acting.deps
  const at = now()
  const [day, hour] = [`${kind}${isoDate(at)}`, new Date(at).toISOString().slice(0, 13)]
  const person = `${kind}${hour} ${acting.personUuid}`
  // Always in this order, so that two people's transactions don't deadlock.
  const used = await addUsed(acting, acting.byKey ? [day] : [day, person], bytes)
  const most = megabytesPerDay * megabyte
  const over = (words: string) => {
    onOverStored()
    return new ApiProblem('rate-limited', words, { status: 429 })
  }
  if ((used.get(person) ?? 0) > most * personsShare)
    throw over(
      `Nothing was saved: you have added ${megabytesPerDay * personsShare} MB in this hour, the most that a person can. Try again in the next hour.`,
    )
  if ((used.get(day) ?? 0) > most)
    throw over(
      `Nothing was saved: your organization has added ${megabytesPerDay} MB today, the most that it can. Try again tomorrow (UTC), or ask whoever runs this service for more.`,
    )
  if (used.get(day) === bytes) await forgetPeriodsBefore(acting, `${kind}%`, day)
}
