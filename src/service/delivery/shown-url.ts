/** A receiver's address may end in a secret: enough to tell receivers apart, not enough to call one. */
export const shownUrl = (url: string): string => {
  const { origin, pathname } = new URL(url)
  const parts = pathname.split('/')
  return `${origin}${[...parts.slice(0, -1), parts.at(-1) ? '…' : ''].join('/')}`
}
