/** A receiver's address may end in a secret: this tells receivers apart but cannot call one. */
export const shownUrl = (url: string): string => {
  const { origin, pathname } = new URL(url)
  const parts = pathname.split('/')
  return `${origin}${[...parts.slice(0, -1), parts.at(-1) ? '…' : ''].join('/')}`
}
