/** Hides the last segment of a receiver's URL, which may be a secret. */
export const shownUrl = (url: string): string => {
  const { origin, pathname } = new URL(url)
  const parts = pathname.split('/')
  return `${origin}${[...parts.slice(0, -1), parts.at(-1) ? '…' : ''].join('/')}`
}
