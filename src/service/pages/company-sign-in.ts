import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hideSecrets } from '../../log.ts'
import type { Begun, Company } from '../company.ts'
import { teamWithEmail } from '../store/sign-in.ts'
import { beginSession, cookiesOf } from './kit/page.ts'
import { queryIn, seeOther } from './kit/request.ts'
import type { Site } from './kit/site.ts'
import { logSignIn, wayBack } from './sign-in.ts'

export const companyPath = '/sign-in/company'

/** How long a person may take at the issuer. */
const begunMs = 10 * 60_000

const begunSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), to: z.string() })

const sealed = (begun: Begun) => Buffer.from(JSON.stringify(begun)).toString('base64url')

const begunIn = (cookie: string | undefined): Begun | undefined => {
  try {
    return begunSchema.parse(JSON.parse(Buffer.from(cookie ?? '', 'base64url').toString()))
  } catch {
    return undefined
  }
}

const refusals = {
  unreachable: "The sign-in of your company can't be reached. Try again in a few minutes.",
  notBegun: 'This sign-in was not begun in this browser, or it took longer than ten minutes. Begin again.',
  refused: 'The sign-in of your company did not confirm who you are. Begin again.',
  noAddress: 'The sign-in of your company named no verified email address. Ask your administrator.',
  unknown:
    'You signed in to your company, but no active member of a team here has your email address. Ask a Vendor Admin to add you.',
  several:
    'Several organizations here have your email address. Sign in with your password, or with a link from a Vendor Admin.',
} as const

/** The team signs in where the company does, with the company's own second factor. */
export const mountCompanySignIn = (app: FastifyInstance, site: Site, company: Company): void => {
  const { deps, render } = site
  const backTo = () => deps.links.page(`${companyPath}/back`)

  const refuse = (
    request: FastifyRequest,
    reply: FastifyReply,
    why: keyof typeof refusals,
    error?: unknown,
  ) => {
    const reason = error instanceof Error ? hideSecrets(error.message) : undefined
    if (reason !== undefined) deps.log.warn({ reason }, 'the sign-in of the company failed')
    logSignIn(deps, { address: request.ip }, undefined, `a sign-in by the company was refused: ${why}`)
    const facts = { title: "You aren't signed in", text: refusals[why], again: true, alone: true }
    return render.send(reply, 'message', facts, why === 'unreachable' ? 503 : 401)
  }

  app.get(companyPath, { exposeHeadRoute: false }, async (request, reply) => {
    try {
      const { url, begun } = await company.begin(backTo(), wayBack(queryIn(request)['to']))
      cookiesOf(site, request).of('company-sign-in').set(reply, sealed(begun), begunMs)
      return seeOther(reply, url)
    } catch (error) {
      return refuse(request, reply, 'unreachable', error)
    }
  })

  app.get(`${companyPath}/back`, { exposeHeadRoute: false }, async (request, reply) => {
    const cookie = cookiesOf(site, request).of('company-sign-in')
    const begun = begunIn(cookie.get())
    cookie.clear(reply)
    if (!begun) return refuse(request, reply, 'notBegun')
    const back = new URL(backTo())
    back.search = /\?.*/.exec(request.url)?.[0] ?? ''
    let email: string | undefined
    try {
      email = await company.finish(back, begun)
    } catch (error) {
      return refuse(request, reply, 'refused', error)
    }
    if (email === undefined) return refuse(request, reply, 'noAddress')
    const [person, other] = await teamWithEmail(deps.database.sql, email)
    if (!person) return refuse(request, reply, 'unknown')
    if (other) return refuse(request, reply, 'several')
    logSignIn(deps, { address: request.ip }, person, 'somebody signed in by the company')
    await beginSession(site, request, reply, 'vendor', person)
    return seeOther(reply, wayBack(begun.to))
  })
}
