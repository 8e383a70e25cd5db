import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiProblem } from '../../../contract/problem.ts'
import { answerError, problem } from '../../http/errors.ts'
import { SignInNeeded } from './page.ts'
import type { Site, Render } from './site.ts'
import { isHtmx } from './request.ts'

const titles: Record<number, string> = {
  403: "You can't do this",
  404: 'Page not found',
  429: 'Too many requests',
}

const advice: Record<number, string> = {
  403: 'Ask a Vendor Admin of your organization, or go back and try again.',
  429: 'Each person has a limit for a minute.',
  404: 'It may have been deleted, or the URL may be incomplete. Try to find it in your projects.',
}

const wordsOf = (error: ApiProblem) => error.fields[0]?.message ?? error.message

/** A script shows the text on the current page. */
const inPlace = (reply: FastifyReply, status: number, text: string) =>
  reply
    .status(status)
    .header('hx-reswap', 'none')
    .header('x-refusal', '1')
    .type('text/plain; charset=utf-8')
    .send(text)

/** An unexpected error. People get the reference to look up in the log, programs the documented form. */
const failed = (
  { deps, render }: Site,
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  if (!isHtmx(request) && !/\btext\/html\b/.test(request.headers.accept ?? ''))
    return answerError(deps.log)(error, request, reply)
  const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500
  if (status === 500) deps.log.error({ requestId: request.id, err: error }, 'a request failed')
  const text =
    status === 413
      ? 'That was too large.'
      : `Something went wrong. Try again. If it keeps happening, send us this reference: ${request.id}`
  if (isHtmx(request)) return inPlace(reply, status, text)
  const facts = {
    title: "This page can't be shown",
    text,
    advice: 'Go back. What you wrote may still be there.',
  }
  return render.send(reply, 'message', facts, status)
}

/** Shows a refusal as a page of its own. */
export const pageProblem = (site: Site) => (error: Error, request: FastifyRequest, reply: FastifyReply) => {
  if (error instanceof SignInNeeded) {
    if (isHtmx(request)) return reply.header('hx-redirect', '/sign-in').status(204).send()
    const to = request.method === 'GET' ? request.url : '/projects'
    return reply.redirect(`/sign-in?to=${encodeURIComponent(to)}`, 303)
  }
  if (!(error instanceof ApiProblem)) return failed(site, error, request, reply)
  const status = error.status ?? 400
  if (isHtmx(request)) return inPlace(reply, status, wordsOf(error))
  const facts = {
    title: titles[status] ?? "This page can't be shown",
    text: wordsOf(error),
    advice: advice[status] ?? 'Go back and try again.',
  }
  return site.render.send(reply, 'message', facts, status)
}

/** Only browsers ask for HTML. */
const isBrowser = ({ headers, url, method }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  /\btext\/html\b/.test(headers.accept ?? '') &&
  !/^\/(v1|app\/api|api|webhooks)(\/|\?|$)/.test(url)

/** People get a page, programs the documented form. */
export const pageNotFound = (render: Render) => (request: FastifyRequest, reply: FastifyReply) => {
  if (!isBrowser(request)) return problem(request, reply, 404, 'Not found.')
  const facts = { title: titles[404], text: 'There is no page at this URL.', advice: advice[404] }
  return render.send(reply, 'message', facts, 404)
}
