import type { ServiceConfig } from '../config.ts'

/** Where people open the service's pages. */
export const publicUrlOf = ({ service }: ServiceConfig): string =>
  (service.publicUrl ?? `http://127.0.0.1:${service.port}`).replace(/\/+$/, '')
