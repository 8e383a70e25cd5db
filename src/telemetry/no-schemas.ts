import type { FastifyServerOptions } from 'fastify'

const none = () => () => {
  throw new TypeError('no route has a JSON schema')
}

/** For servers whose routes have no JSON schemas. Otherwise Fastify loads their compilers, a hundred files. */
export const noSchemas: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: none, buildSerializer: none },
}
