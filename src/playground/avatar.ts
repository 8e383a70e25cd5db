import type { Person } from './workspace/types.ts'

/** Slack's fallback picture: a person's initial on their color. The app has its own logo. */
export const avatar = (person: Person): string => {
  const mark = person.is_bot
    ? '<path d="M20 37l9 9 23-24" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/><path d="M20 54h32" stroke="#ffffffb0" stroke-width="5" stroke-linecap="round"/>'
    : `<text x="36" y="38" fill="#fff" font-family="Lato,Helvetica,Arial,sans-serif" font-size="36" font-weight="700" text-anchor="middle" dominant-baseline="central">${person.real_name.slice(0, 1)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 72" width="72" height="72"><rect width="72" height="72" fill="#${person.color}"/>${mark}</svg>`
}
