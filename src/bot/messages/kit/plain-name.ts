import { cut } from './limits.ts'

/** Colons and brackets of all scripts, and what is not seen, such as controls. Joiners are a part of some names. */
const apart =
  /(?:[\p{Ps}\p{Pe}<>:\u02D0\u02F8\u0589\u05C3\u2236\uA789\uFE13\uFE55\uFF1A\p{Zl}\p{Zp}]|(?![\u200C\u200D])\p{C})+/gu

const longest = 80

/** People choose their names. Before words, a name must not look like somebody else's name and words. */
export const plainName = (name: string): string =>
  cut(name.replaceAll(apart, ' ').replaceAll(/\s+/g, ' ').trim(), longest) || 'Someone'
