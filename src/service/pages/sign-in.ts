import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { smallBodyLimit } from '../../http/bodies.ts'
import { type Deps, isCustomer } from '../acting.ts'
import type { Site } from './kit/site.ts'
import { formIn, passwordIn, queryIn, seeOther, textIn, paramsIn } from './kit/request.ts'
import { beginSession, endSessions, bases } from './kit/page.ts'
import { shortTime } from './kit/words.ts'
import { isPassword, nobodysHash, hashPassword } from '../passwords.ts'
import {
  countGuess,
  forgetGuesses,
  passwordsOf,
  personOfLink,
  setPassword,
  signOut,
  useLink,
} from '../store/sign-in.ts'
import type { PersonRow, Scope } from '../store/rows.ts'
import { organizationName, lockOrganization } from '../store/organizations.ts'
import { fullName } from '../store/people.ts'
import { hashOf } from '../../contract/text.ts'

/** An unknown account and a wrong password take equally long, so that the time does not tell which accounts exist. */
const signIn = async (
  deps: Deps,
  { email, password, address }: { email: string; password: string; address: string },
): Promise<{ person?: PersonRow; blockedUntil?: number }> => {
  const accounts = await passwordsOf(deps.database.sql, email.trim().toLowerCase())
  const sayRefused = () => deps.log.info({ person: accounts[0]?.uuid }, 'a sign-in was refused')
  const blockedUntil = await countGuess(deps.database, email, address, deps.now())
  if (blockedUntil !== undefined) {
    sayRefused()
    return { blockedUntil }
  }
  const hashes = accounts.length > 0 ? accounts.map(({ hash }) => hash) : [nobodysHash(deps.passwordCost)]
  const checks = await Promise.all(hashes.map((hash) => isPassword(password, hash)))
  const person = accounts.find((_, at) => checks[at])
  if (!person) {
    sayRefused()
    return {}
  }
  await forgetGuesses(deps.database, email, address)
  deps.log.info({ person: person.uuid }, 'somebody signed in')
  return { person }
}

/** Nobody is signed in yet. */
const small = { bodyLimit: smallBodyLimit }

/** Only a path on this site. */
const wayBack = (to: unknown): string =>
  typeof to === 'string' &&
  /^\/(projects|my-tasks|playbooks|data-fields|people|report|deliveries|settings|portal)(\/|\?|$)/.test(to)
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
    render.send(reply, 'sign-in', facts, facts.notice ? 401 : 200)

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
    const given = { email, password: passwordIn(request), address: request.ip }
    const { person, blockedUntil } = await signIn(deps, given)
    if (blockedUntil !== undefined) return showLimit(reply, blockedUntil, deps.now())
    if (!person) return show(reply, { to, notice: refusal, email })
    await beginSession(site, request, reply, 'vendor', person)
    return seeOther(reply, to)
  })

  app.post('/sign-out', small, async (request, reply) => {
    await endSessions(deps, request, reply)
    return seeOther(reply, '/sign-in')
  })
}

/** The vendor's people. Customers have no password and sign in by link only. */
const needsPassword = (person: PersonRow): boolean => !isCustomer(person)

const fewest = 12
const longest = 200

const problemWith = (password: string, { email }: PersonRow): string | undefined => {
  if (password.length < fewest) return `Use at least ${fewest} characters.`
  if (password.length > longest) return `Use at most ${longest} characters.`
  return password.toLowerCase() === email ? "Your password can't be your email address." : undefined
}

/** Uses up the link. A new password ends the person's other sessions. False when the link is not valid anymore. */
const useSignInLink = async (deps: Deps, token: string, person: PersonRow, password: string) => {
  const hash = needsPassword(person) ? await hashPassword(password, deps.passwordCost) : undefined
  return deps.database.transaction(async ({ sql }) => {
    const scope: Scope = { sql, org: person.org }
    await lockOrganization(scope, deps.database.engine)
    const now = deps.now()
    const isValid = (await personOfLink(sql, hashOf(token), now)) !== undefined
    if (!isValid || !(await useLink(sql, hashOf(token)))) return false
    if (hash !== undefined) {
      await signOut(scope, person.uuid)
      await setPassword(sql, { person_uuid: person.uuid, org: person.org, hash, set_at: now })
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
    const problem = person && needsPassword(person) ? problemWith(password, person) : undefined
    if (person && problem !== undefined) return show(reply, token, person, problem)
    if (!person || !(await useSignInLink(deps, token, person, password))) {
      deps.log.info({ person: person?.uuid }, 'a sign-in by a link was refused')
      return showGone(reply)
    }
    deps.log.info({ person: person.uuid }, 'somebody signed in by a link')
    const side = needsPassword(person) ? 'vendor' : 'portal'
    await beginSession(site, request, reply, side, person)
    return seeOther(reply, bases[side])
  })
}
