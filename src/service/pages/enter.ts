import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiProblem } from '../../contract/problem.ts'
import { type Opened, openLink, useSignInLink } from '../changes/people/enter.ts'
import type { Deps } from '../deps.ts'
import { organizationName } from '../store/people/organizations.ts'
import { fullName } from '../store/people/people.ts'
import type { FormOptions } from './kit/forms.ts'
import { formIn, paramsIn, sameOrigin } from './kit/request.ts'
import { beginSession } from './kit/session.ts'

const tokenIn = (request: FastifyRequest) => paramsIn(request)['token'] ?? ''

const passwordIn = (request: FastifyRequest) => {
  const { password } = formIn(request)
  return typeof password === 'string' ? password : ''
}

/**
 * A link that signs in once. Opening it does not use it up, because mail and chat apps open links for previews. Its
 * button does.
 */
export const mountEnter = (app: FastifyInstance, deps: Deps, options: FormOptions): void => {
  const { render, entrance } = options

  const sayRefused = (person?: string) => deps.log.info({ person }, 'a sign-in by a link was refused')

  const showGone = (reply: FastifyReply) => {
    const facts = {
      title: "This link isn't valid anymore",
      text: 'Sign-in links work once, for 24 hours. Ask the person who sent it for a new one.',
      alone: true,
    }
    return render.send(reply, 'message', facts, 401)
  }

  const show = async (
    reply: FastifyReply,
    token: string,
    { person, needsPassword }: Opened,
    notice?: string,
  ) => {
    const vendor = await organizationName({ sql: deps.database.sql, org: person.org })
    const facts = { token, vendor, name: fullName(person), email: person.email, needsPassword, notice }
    return render.send(reply, 'enter', facts, notice ? 422 : 200)
  }

  app.get('/enter/:token', async (request, reply) => {
    const opened = await openLink(deps, tokenIn(request))
    return opened ? show(reply, tokenIn(request), opened) : showGone(reply)
  })

  app.post('/enter/:token', async (request, reply) => {
    sameOrigin(request)
    const token = tokenIn(request)
    try {
      const admitted = await useSignInLink(deps, token, passwordIn(request))
      if (!admitted) {
        sayRefused()
        return showGone(reply)
      }
      deps.log.info({ person: admitted.person.uuid }, 'somebody signed in by a link')
      const { person, needsPassword, projectUuid, keyUuid } = admitted
      const side = needsPassword ? 'vendor' : 'portal'
      const who = { org: person.org, personUuid: person.uuid, keyUuid }
      await beginSession(deps, request, reply, { ...who, side, secure: entrance.secure })
      const base = needsPassword ? '/projects' : '/portal/projects'
      return reply.redirect(projectUuid === null ? base : `${base}/${projectUuid}`, 303)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      const opened = await openLink(deps, token)
      if (error.kind === 'invalid' && opened) return show(reply, token, opened, error.fields[0]?.message)
      sayRefused(opened?.person.uuid)
      if (error.kind === 'invalid') return showGone(reply)
      throw error
    }
  })
}
