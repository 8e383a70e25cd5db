import { actorOf } from '../../audience/actor.ts'
import { may } from '../../audience/may.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { appInstalled } from '../../answers/messages/not-connected.ts'
import { markOnce } from '../../answers/marks.ts'

/** After an install: tells its person once how to connect the tracker, unless one is connected. */
export const welcomeInstaller = async (deps: BotDeps): Promise<void> => {
  if (!deps.connecting || deps.tracker) return
  const { installedBy: user, installedAt } = await deps.connecting.status()
  if (user === undefined) return
  const message = appInstalled({ mayConnect: may(await actorOf(deps, { user }), 'administer') })
  const install = `installed-${installedAt ?? 0}`
  await deps.database.transaction((tx) =>
    markOnce(deps, tx, { channel: user, ts: install }, { op: 'direct', user, message }, `${install}:${user}`),
  )
}
