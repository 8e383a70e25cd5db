import { cut } from './limits.ts'

/** Colons and brackets of all scripts, and invisible characters. Joiners are kept: some names need them. */
const apart =
  /(?:[\p{Ps}\p{Pe}<>:\u02D0\u02F8\u0589\u05C3\u2236\uA789\uFE13\uFE55\uFF1A\p{Zl}\p{Zp}]|(?![\u200C\u200D])\p{C})+/gu

const longest = 80

/** People choose their own names. In front of a message, a name must not look like another author's words. */
export const plainName = (name: string): string =>
  cut(name.replaceAll(apart, ' ').replaceAll(/\s+/g, ' ').trim(), longest) || 'Someone'
