import { count, listed } from '../../../../kit/words.ts'
import { age, bad, type Finding, good, look } from './doctor.ts'

export const key = 'Tracker key'
export const user = 'Tracker user'
export const deliveries = 'Tracker deliveries'
export const events = 'Tracker events'
const quota = 'Quota and pace'
const pace = 'at most one write a second'

export const keyAccepted = () => good(key, 'accepted')

/** Where the tracker is set: by the operator, or by an admin. */
export type SetIn = 'environment' | 'Home tab'

const otherAddress =
  'check the address on the app’s Home tab; to use another, press Disconnect there, then Connect the tracker'

const remedies = {
  unreachable: {
    environment: 'check ONBOARDING_BASE_URL, and that this machine can reach it',
    'Home tab': `check that the tracker is up; ${otherAddress}`,
  },
  unknown: 'check that the tracker is up; everything that’s waiting is sent when it is',
  unexpected: {
    environment: 'check that ONBOARDING_BASE_URL is the tracker, and not a page in front of it',
    'Home tab': otherAddress,
  },
  unauthorized: {
    environment: 'create a new key in the tracker’s settings and set ONBOARDING_API_KEY to it',
    'Home tab': 'create a new key in the tracker’s settings, and press Replace key on the app’s Home tab',
  },
  forbidden: 'check whether a proxy removes the Authorization header',
}

export const notConnected = () =>
  bad(key, 'no tracker is connected yet', 'press Connect the tracker on the app’s Home tab')

export const keyFailed = (message: string, kind: string, setIn: SetIn) => {
  const remedy =
    Object.entries(remedies).find(([name]) => name === kind)?.[1] ?? 'run the doctor again in a minute'
  return bad(key, `not working: ${message}`, typeof remedy === 'string' ? remedy : remedy[setIn])
}

/** `resumes`: the day the next month begins. */
export const quotaUsedUp = (agoMs: number, resumes: string) =>
  bad(
    quota,
    `the monthly quota was used up ${age(agoMs)} ago; nothing is lost, and everything waits until ${resumes}`,
    'have the quota raised, then press Resume now in /onboard status',
  )

export const quotaUnknown = () => good(quota, `the tracker doesn’t report its quota; ${pace}`)

export const quotaUsed = (used: number, of: number): Finding => {
  const found = `${used.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} calls this month; ${pace}`
  return used < of * 0.9
    ? good(quota, found)
    : look(quota, found, 'have the quota raised; once it’s used up, everything waits')
}

export const userUnknown = () => good(user, 'not known until the first reply becomes a comment')

export const userDiffers = (seen: string) =>
  bad(
    user,
    'ONBOARDING_API_USER_UUID isn’t the user who writes the app’s comments',
    `set it to ${seen}, or leave it out`,
  )

export const userKnown = (name: string) => good(user, `comments are written as ${name}`)

/** `wrong`: deliveries that came with another secret. */
export const noDelivery = (wrong: number): Finding =>
  wrong > 0
    ? look(
        deliveries,
        `none; ${count(wrong, 'delivery', 'deliveries')} with another secret rejected`,
        'the tracker still has a hook with an old ONBOARDING_WEBHOOK_SECRET: remove it there, or restore the secret',
      )
    : look(
        deliveries,
        'none yet',
        'change something in the tracker; if nothing arrives, check PUBLIC_URL and Tracker events below',
      )

const quietMs = 7 * 86_400_000

export const lastDelivery = (agoMs: number, wrong: number): Finding => {
  const found = `the last one arrived ${age(agoMs)} ago`
  if (wrong > 0)
    return look(
      deliveries,
      `${found}; ${wrong} with another secret rejected since the app started`,
      'if they’re from the tracker, it also has a hook with an old secret: remove it there',
    )
  return agoMs < quietMs
    ? good(deliveries, found)
    : look(
        deliveries,
        found,
        'if something changed in the tracker since then, check PUBLIC_URL and Tracker events',
      )
}

export const subscribeOff = (setIn: SetIn) =>
  look(
    events,
    `${setIn === 'environment' ? 'ONBOARDING_SUBSCRIBE is off' : 'this app’s operator turned subscribing off'}, and the tracker can’t list subscriptions, so the app can’t check them`,
    'check in the tracker that the hook has all comment, task, subtask, module and project events',
  )

export const eventsRefused = (done: number, total: number, names: readonly string[]) =>
  bad(
    events,
    `${done} of ${total} subscribed; rejected: ${listed(names)}`,
    'see the reason in the app’s log; a Vendor Admin can subscribe the hook by hand',
  )

export const eventsWaiting = (done: number, total: number) =>
  look(
    events,
    `${done} of ${total} subscribed; the rest are waiting`,
    'run the doctor again in a minute; if they still wait, the tracker isn’t accepting them',
  )

export const eventsSubscribed = (total: number) =>
  good(events, `all ${total} accepted by the tracker, which can’t list them for comparison`)
