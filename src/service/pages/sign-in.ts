import type { FastifyInstance, FastifyReply } from 'fastify'
import { countGuess, forgetGuesses } from '../changes/people/guesses.ts'
import type { Deps } from '../deps.ts'
import type { Site } from './kit/site.ts'
import { formIn, passwordIn, queryIn, sameOrigin, textIn } from './kit/request.ts'
import { beginSession, endSessions } from './kit/session.ts'
import { shortTime } from './kit/words.ts'
import { isPassword, nobodysHash } from '../passwords.ts'
import { passwordsOf } from '../store/people/sign-in.ts'
import type { PersonRow } from '../store/rows.ts'

/**
 * `person` is missing for an unknown account and for a wrong password. Both take equally long, so that the time does not
 * tell which accounts exist.
 */
const signIn = async (
  deps: Deps,
  { email, password, address }: { email: string; password: string; address: string },
): Promise<{ person?: PersonRow; blockedUntil?: number }> => {
  const accounts = await passwordsOf(deps.database.sql, email.trim().toLowerCase())
  const sayRefused = () => deps.log.info({ person: accounts[0]?.uuid }, 'a sign-in was refused')
  const blockedUntil = await countGuess(deps, { email, address })
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
  await forgetGuesses(deps, email)
  deps.log.info({ person: person.uuid }, 'somebody signed in')
  return { person }
}

/** Only a path on this site. */
const wayBack = (to: unknown): string =>
  typeof to === 'string' &&
  /^\/(projects|my-tasks|playbooks|data-fields|people|report|deliveries|settings|portal)(\/|\?|$)/.test(to)
    ? to
    : '/projects'

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

  app.post('/sign-in', async (request, reply) => {
    sameOrigin(request)
    const form = formIn(request)
    const [email, to] = [textIn(form, 'email', 254), wayBack(form['to'])]
    const given = { email, password: passwordIn(request), address: request.ip }
    const { person, blockedUntil } = await signIn(deps, given)
    if (blockedUntil !== undefined) return showLimit(reply, blockedUntil, deps.now())
    if (!person) return show(reply, { to, notice: refusal, email })
    await beginSession(site, request, reply, 'vendor', person)
    return reply.redirect(to, 303)
  })

  app.post('/sign-out', async (request, reply) => {
    sameOrigin(request)
    await endSessions(deps, request, reply)
    return reply.redirect('/sign-in', 303)
  })
}
