import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keyByHash } from '../store/people/keys.ts'
import { findPerson } from '../store/people/people.ts'
import { isCustomer } from '../access.ts'
import { type Deps, scopeOf } from '../deps.ts'
import { hashOf } from '../hash-of.ts'
import type { Entrance } from './kit/page.ts'
import type { Render } from './kit/render.ts'
import { sameOrigin } from './kit/request.ts'
import { claimIn, claimText, forget, remember } from './kit/session.ts'

/** A way back within this site, and nowhere else. */
const wayBack = (to: unknown): string =>
  typeof to === 'string' &&
  /^\/(projects|playbooks|data-fields|people|deliveries|settings|portal)(\/|\?|$)/.test(to)
    ? to
    : '/projects'

const linkLifeMs = 7 * 86_400_000

/** A customer's way in, to be sent to them by the vendor: good for seven days. */
export const signInLink = (
  app: FastifyInstance,
  { projectUuid, now, ...who }: { org: string; personUuid: string; projectUuid: string; now: number },
): string => {
  const token = app.signCookie(claimText({ ...who, until: now + linkLifeMs }))
  return `/portal/enter/${projectUuid}?token=${encodeURIComponent(token)}`
}

/** The vendor's people sign in with their e-mail address and their organization's API key. */
export const mountSignIn = (
  app: FastifyInstance,
  deps: Deps,
  { render, entrance }: { render: Render; entrance: Entrance },
): void => {
  const { secure } = entrance
  const show = (
    reply: FastifyReply,
    to: string,
    { notice, email }: { notice?: string; email?: string } = {},
  ) =>
    render
      .html(reply)
      .status(notice ? 401 : 200)
      .send(render.part('sign-in', { to, notice, email }))

  app.get('/sign-in', (request, reply) => show(reply, wayBack((request.query as { to?: unknown }).to)))

  app.post('/sign-in', async (request, reply) => {
    sameOrigin(request)
    const { email = '', key = '', to } = request.body as { email?: string; key?: string; to?: string }
    const owner = await keyByHash(deps.database.sql, hashOf(key))
    const person = owner && (await findPerson(scopeOf(deps, owner), email))
    if (!person || person.is_active === 0 || isCustomer(person))
      return show(reply, wayBack(to), {
        notice: 'No user of the vendor has this e-mail address and key.',
        email,
      })
    remember(reply, 'vendor', { org: person.org, personUuid: person.uuid, now: deps.now(), secure })
    return reply.redirect(wayBack(to), 303)
  })

  app.post('/sign-out', (request, reply) => {
    sameOrigin(request)
    forget(reply)
    return reply.redirect('/sign-in', 303)
  })

  app.get('/portal/enter/:uuid', async (request: FastifyRequest, reply) => {
    const { token } = request.query as { token?: unknown }
    const { valid, value } = request.unsignCookie(typeof token === 'string' ? token : '')
    const claim = valid ? claimIn(value, deps.now()) : undefined
    const person = claim && (await findPerson(scopeOf(deps, claim), claim.personUuid))
    if (!person || person.is_active === 0 || !isCustomer(person)) {
      const facts = { title: 'This link has run out', text: 'Ask your contact for a new one.', alone: true }
      return render.html(reply).status(401).send(render.part('message', facts))
    }
    remember(reply, 'portal', { org: person.org, personUuid: person.uuid, now: deps.now(), secure })
    const project = encodeURIComponent((request.params as { uuid: string }).uuid)
    return reply.redirect(`/portal/projects/${project}`, 303)
  })
}
