import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { organizationName, lockOrganization } from '../store/people/organizations.ts'
import { fullName } from '../store/people/people.ts'
import { hashOf } from '../../contract/text.ts'
import { personOfLink, setPassword, signOut, useLink } from '../store/people/sign-in.ts'
import type { PersonRow, Scope } from '../store/rows.ts'
import { bases } from './kit/page.ts'
import type { Site } from './kit/site.ts'
import { paramsIn, passwordIn, sameOrigin } from './kit/request.ts'
import { beginSession } from './kit/session.ts'
import { isCustomer } from '../access.ts'
import { hashPassword } from '../passwords.ts'

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

/**
 * A link that signs in once. Opening it does not use it up, because mail and chat apps open links for previews. Its
 * button does.
 */
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

  app.post('/enter/:token', async (request, reply) => {
    sameOrigin(request)
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
    return reply.redirect(bases[side], 303)
  })
}
