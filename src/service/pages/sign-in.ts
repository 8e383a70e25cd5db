import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { smallBodyLimit } from '../../http/bodies.ts'
import { type Deps, isCustomer } from '../acting.ts'
import type { Site } from './kit/site.ts'
import { formIn, passwordIn, queryIn, seeOther, textIn, paramsIn } from './kit/request.ts'
import { beginSession, endSessions, bases, findSession, sides } from './kit/page.ts'
import { shortTime } from './kit/words.ts'
import { isPassword, nobodysHash, hashPassword, weaknessOf } from '../passwords.ts'
import {
  countGuess,
  isKnownTry,
  noteKnown,
  noteRightPassword,
  passwordsOf,
  personOfLink,
  setPassword,
  signOut,
  type Try,
  useLink,
} from '../store/sign-in.ts'
import type { PersonRow, Scope } from '../store/rows.ts'
import { organizationName, lockOrganization } from '../store/organizations.ts'
import { findPerson, fullName } from '../store/people.ts'
import { emailSpelling } from '../../contract/address.ts'
import { hashOf } from '../../contract/text.ts'

interface Attempt extends Try {
  readonly password: string
  /** Whether the browser or the address is known for this account. */
  readonly isKnown: boolean
}

interface Result {
  readonly person?: PersonRow
  readonly blockedUntil?: number
}

/** An unknown account and a wrong password take equally long, so that the time does not tell which accounts exist. */
const signIn = (deps: Deps, { password, isKnown, ...tried }: Attempt): Promise<Result> =>
  deps.passwordTurns({ isFirst: isKnown }, async () => {
    const { database, passwordCost, now } = deps
    const accounts = await passwordsOf(database.sql, tried.email)
    const sayRefused = () => logSignIn(deps, tried, accounts[0], 'a sign-in was refused')
    const blockedUntil = await countGuess(database, tried, { isKnown, now: now() })
    if (blockedUntil !== undefined) {
      sayRefused()
      return { blockedUntil }
    }
    const hashes = accounts.length > 0 ? accounts.map(({ hash }) => hash) : [nobodysHash(passwordCost)]
    let person: PersonRow | undefined
    for (const [at, hash] of hashes.entries()) if (await isPassword(password, hash)) person ??= accounts[at]
    if (!person) {
      sayRefused()
      return {}
    }
    await noteRightPassword(database, tried, now())
    logSignIn(deps, tried, person, 'somebody signed in')
    return { person }
  })

/** Nobody is signed in yet. */
const small = { bodyLimit: smallBodyLimit }

/** Every way in, and every refused one. */
export const logSignIn = (
  { log }: Deps,
  { address }: Pick<Try, 'address'>,
  person: PersonRow | undefined,
  what: string,
): void => log.info({ person: person?.uuid, address }, what)

/** Only for people who are known: by a link, or by their session. */
export const hashInTurn = (deps: Deps, password: string): Promise<string> =>
  deps.passwordTurns({ isFirst: true }, () => hashPassword(password, deps.passwordCost))

/** Only a path on this site. */
export const wayBack = (to: unknown): string =>
  typeof to === 'string' &&
  /^\/(projects|my-tasks|playbooks|data-fields|people|report|deliveries|settings|account|portal)(\/|\?|$)/.test(
    to,
  )
    ? to
    : bases.vendor

const minutes = (ms: number) => {
  const count = Math.ceil(ms / 60_000)
  return count === 1 ? 'in a minute' : `in ${count} minutes`
}

/** The same text whether the account is unknown, has no password, or the password is wrong. */
const refusal = 'Wrong email address or password.'

export const mountSignIn = (app: FastifyInstance, site: Site): void => {
  const { deps, render } = site
  const show = (reply: FastifyReply, facts: { to: string; notice?: string; email?: string }) =>
    render.send(
      reply,
      'sign-in',
      { ...facts, hasCompany: site.company !== undefined },
      facts.notice ? 401 : 200,
    )

  const showLimit = (reply: FastifyReply, until: number, now: number) => {
    const facts = {
      title: 'Too many attempts',
      text: `Signing in is blocked for now, even with the right password. Try again ${minutes(until - now)}, at ${shortTime(new Date(until).toISOString())}.`,
      alone: true,
    }
    return render.send(reply.header('retry-after', Math.ceil((until - now) / 1_000)), 'message', facts, 429)
  }

  app.get('/sign-in', (request, reply) => show(reply, { to: wayBack(queryIn(request)['to']) }))

  app.post('/sign-in', small, async (request, reply) => {
    const form = formIn(request)
    const [email, to] = [textIn(form, 'email', 254), wayBack(form['to'])]
    const tried = { email: emailSpelling(email), address: request.ip }
    const isKnown =
      (await hasSession(site, request, tried.email)) ||
      (await isKnownTry(deps.database.sql, tried, deps.now()))
    const { person, blockedUntil } = await signIn(deps, { ...tried, password: passwordIn(request), isKnown })
    if (blockedUntil !== undefined) return showLimit(reply, blockedUntil, deps.now())
    if (!person) return show(reply, { to, notice: refusal, email })
    await beginSession(site, request, reply, 'vendor', person)
    return seeOther(reply, to)
  })

  app.post('/sign-out', small, async (request, reply) => {
    await endSessions(site, request, reply)
    return seeOther(reply, '/sign-in')
  })
}

/** Whether this browser is signed in to the account. */
const hasSession = async (site: Site, request: FastifyRequest, email: string): Promise<boolean> => {
  for (const side of sides) {
    const session = await findSession(site, request, side)
    const scope = session && { sql: site.deps.database.sql, org: session.org }
    const person = scope && (await findPerson(scope, session.personUuid))
    if (person?.email === email) return true
  }
  return false
}

/** The vendor's people. Customers have no password and sign in by link only. */
const needsPassword = (person: PersonRow): boolean => !isCustomer(person)

export const problemWith = (password: string, person: PersonRow) =>
  weaknessOf(password, person.email, [fullName(person)])

/** Uses up the link. A new password ends the person's other sessions. False when the link is not valid anymore. */
const useSignInLink = async (
  deps: Deps,
  token: string,
  person: PersonRow,
  { password, address }: { password: string; address: string },
) => {
  const hash = needsPassword(person) ? await hashInTurn(deps, password) : undefined
  return deps.database.transaction(async ({ sql }) => {
    const scope: Scope = { sql, org: person.org }
    await lockOrganization(scope, deps.database.engine)
    const now = deps.now()
    const isValid = (await personOfLink(sql, hashOf(token), now)) !== undefined
    if (!isValid || !(await useLink(sql, hashOf(token)))) return false
    if (hash !== undefined) {
      await signOut(scope, person.uuid)
      await setPassword(sql, { person_uuid: person.uuid, org: person.org, hash, set_at: now })
      await noteKnown(sql, { email: person.email, address }, now)
    }
    return true
  })
}

const tokenIn = (request: FastifyRequest) => paramsIn(request)['token'] ?? ''

/** Opening the link does not use it up, because mail and chat apps open links for previews. Its button does. */
export const mountEnter = (app: FastifyInstance, site: Site): void => {
  const { deps, render } = site
  const showGone = (reply: FastifyReply) => {
    const facts = {
      title: "This link isn't valid anymore",
      text: 'Sign-in links work once, for 24 hours. Ask the person who sent it for a new one.',
      alone: true,
    }
    return render.send(reply, 'message', facts, 401)
  }

  const personOf = (token: string) => personOfLink(deps.database.sql, hashOf(token), deps.now())

  const show = async (reply: FastifyReply, token: string, person: PersonRow, notice?: string) => {
    const vendor = await organizationName({ sql: deps.database.sql, org: person.org })
    const named = { name: fullName(person), email: person.email, needsPassword: needsPassword(person) }
    const facts = { ...named, token, vendor, notice }
    return render.send(reply, 'enter', facts, notice ? 422 : 200)
  }

  app.get('/enter/:token', async (request, reply) => {
    const person = await personOf(tokenIn(request))
    return person ? show(reply, tokenIn(request), person) : showGone(reply)
  })

  app.post('/enter/:token', small, async (request, reply) => {
    const [token, password] = [tokenIn(request), passwordIn(request)]
    const person = await personOf(token)
    const problem = person && needsPassword(person) ? await problemWith(password, person) : undefined
    if (person && problem !== undefined) return show(reply, token, person, problem)
    const from = { address: request.ip }
    if (!person || !(await useSignInLink(deps, token, person, { password, ...from }))) {
      logSignIn(deps, from, person, 'a sign-in by a link was refused')
      return showGone(reply)
    }
    logSignIn(deps, from, person, 'somebody signed in by a link')
    const side = needsPassword(person) ? 'vendor' : 'portal'
    await beginSession(site, request, reply, side, person)
    return seeOther(reply, bases[side])
  })
}
