import { z } from 'zod'
import { hashOf } from '../../contract/text.ts'
import { actingPerson, inTransaction, invalid, isCustomer, notFound } from '../acting.ts'
import { parseForm } from '../http/validate.ts'
import { isPassword } from '../passwords.ts'
import {
  countGuess,
  endPageSessions,
  noteRightPassword,
  pageSessionsOf,
  passwordOf,
  setPassword,
  type Side,
} from '../store/sign-in.ts'
import { lifeMs } from './kit/page.ts'
import { type FormPage, noFieldsSchema, type PageRequest, type SentForm, uuidIn } from './kit/mount-page.ts'
import { timeView } from './kit/words.ts'
import { hashInTurn, logSignIn, problemWith } from './sign-in.ts'

/** A session's name on the page. Its hash stays in the database. */
const idOf = ({ hash }: { hash: string }) => hashOf(`session ${hash}`).slice(0, 24)

const sessionsOf = ({ acting }: PageRequest['page']) =>
  pageSessionsOf(acting, acting.personUuid, acting.deps.now())

const accountFacts = async ({ page }: PageRequest) => {
  const sessions = await sessionsOf(page)
  return {
    title: 'Your account',
    hasPassword: (await passwordOf(page.acting, page.person.uuid)) !== undefined,
    sessions: sessions.map((one) => ({
      id: idOf(one),
      isThis: one.hash === page.session,
      since: timeView(one.expires_at - lifeMs),
      until: timeView(one.expires_at),
    })),
  }
}

const passwordSchema = z.object({ current: z.string().max(1_000), password: z.string().max(1_000) })

/** Ends the person's other sessions. */
const changePassword = async ({ page, form, address }: SentForm) => {
  const { acting, person, session } = page
  const { deps } = acting
  const given = parseForm(passwordSchema, form)
  const stored = await passwordOf(acting, person.uuid)
  if (stored === undefined || isCustomer(person)) throw notFound('Password')
  const tried = { email: person.email, address }
  const isBlocked = (await countGuess(deps.database, tried, { isKnown: true, now: deps.now() })) !== undefined
  if (isBlocked) throw invalid('current', 'Too many attempts. Try again in 15 minutes.')
  const isRight = await deps.passwordTurns({ isFirst: true }, () => isPassword(given.current, stored))
  if (!isRight) {
    logSignIn(deps, tried, person, 'a change of a password was refused')
    throw invalid('current', 'This is not your current password.')
  }
  const problem = await problemWith(given.password, person)
  if (problem !== undefined) throw invalid('password', problem)
  const hash = await hashInTurn(deps, given.password)
  await inTransaction(acting, async (acting) => {
    const { uuid: person_uuid, org } = await actingPerson(acting)
    await setPassword(acting.sql, { person_uuid, org, hash, set_at: deps.now() })
    const others = (await pageSessionsOf(acting, person_uuid, deps.now())).filter(
      (one) => one.hash !== session,
    )
    await endPageSessions(
      acting.sql,
      others.map((one) => one.hash),
    )
  })
  await noteRightPassword(deps.database, tried, deps.now())
  logSignIn(deps, tried, person, 'a password was changed')
  return { facts: { done: 'Your password was changed, and your other sessions ended.' } }
}

const endSession = async (sent: SentForm): Promise<void> => {
  const { acting } = sent.page
  parseForm(noFieldsSchema, sent.form)
  const session = (await sessionsOf(sent.page)).find((one) => idOf(one) === uuidIn(sent))
  if (!session) throw notFound('Session')
  await inTransaction(acting, ({ sql }) => endPageSessions(sql, [session.hash]))
}

/** Each person's own: their password, and where they are signed in. */
export const accountPage = (side: Side): FormPage => ({
  path: side === 'vendor' ? '/account' : '/portal/account',
  template: 'account',
  side,
  forTeam: true,
  facts: accountFacts,
  actions: { '/password': changePassword, '/sessions/:uuid/end': endSession },
})
