import type { Config } from '../config/config.ts'

/** The URL of the service's web pages. */
export const publicUrlOf = ({ service }: Pick<Config, 'service'>): string =>
  (service.publicUrl ?? `http://127.0.0.1:${service.port}`).replace(/\/+$/, '')
