import { expect, test } from 'vitest'
import { storeInstall } from '../../../src/bot/store/installations/installations.ts'
import { NoToken } from '../../../src/bot/use-cases/installations/tokens.ts'
import { eachEngine } from './fresh.ts'
import { hour, minute, rotating } from './rotating.ts'

eachEngine('a token that ends', (fresh) => {
  test('is used as it is for ten hours, and an installation without one says so', async () => {
    const { node, id, slack, clock, settled } = await rotating(await fresh())
    const tokens = node()
    clock.now += 10 * hour - 1
    expect(await tokens.tokenOf(id)).toBe(slack.tokens[0])
    await settled()
    expect(slack.calls()).toBe(0)
    expect(await tokens.tokenOf(1)).toBeUndefined()
    expect(await tokens.tokenOf(99)).toBeUndefined()
  })

  test('is refreshed two hours before its end, while nobody waits and the old one works', async () => {
    const { node, id, slack, clock, settled, trouble } = await rotating(await fresh())
    const tokens = node()
    clock.now += 10 * hour
    expect(await tokens.tokenOf(id)).toBe(slack.tokens[0])
    await settled()
    expect(await tokens.tokenOf(id)).toBe(slack.tokens[1])
    expect(slack.calls()).toBe(1)
    expect(await trouble()).toEqual([])
    clock.now += 10 * hour
    tokens.forget(id)
    await tokens.tokenOf(id)
    await settled()
    expect(await tokens.tokenOf(id)).toBe(slack.tokens[2])
  })

  test('is refreshed once by however many nodes and calls at the same time', async () => {
    const { node, id, slack, clock, settled } = await rotating(await fresh())
    const nodes = [node(), node(), node()]
    clock.now += 11 * hour
    slack.answers.delayMs = 50
    const early = await Promise.all(nodes.flatMap((tokens) => [tokens.tokenOf(id), tokens.tokenOf(id)]))
    // Both tokens work, and nobody waited for the second.
    for (const token of early) expect(slack.tokens).toContain(token)
    await settled()
    expect(slack.calls()).toBe(1)
    // Now it has ended, so all of them wait for the one that calls.
    clock.now += 12 * hour
    for (const tokens of nodes) tokens.forget(id)
    const late = await Promise.all(nodes.flatMap((tokens) => [tokens.tokenOf(id), tokens.tokenOf(id)]))
    expect(new Set(late)).toEqual(new Set([slack.tokens[2]]))
    expect(slack.calls()).toBe(2)
  })

  test('is refreshed by the clock where nothing happens', async () => {
    const { node, id, slack, clock } = await rotating(await fresh())
    const tokens = node()
    await tokens.refreshEnding()
    expect(slack.calls()).toBe(0)
    clock.now += 10 * hour
    await tokens.refreshEnding()
    expect(slack.calls()).toBe(1)
    expect(await tokens.tokenOf(id)).toBe(slack.tokens[1])
  })

  test('is replaced when Slack says that it ended, whatever our clock says', async () => {
    const { node, id, slack } = await rotating(await fresh())
    const [one, other] = [node(), node()]
    const old = (await one.tokenOf(id)) ?? ''
    expect(await one.renew(id, old)).toBe(slack.tokens[1])
    // The other node was refused later: the token is there already.
    expect(await other.renew(id, old)).toBe(slack.tokens[1])
    expect(slack.calls()).toBe(1)
  })

  test('is refreshed although a clock that was ahead left a lease far in the future', async () => {
    const { node, id, slack, clock, settled } = await rotating(await fresh())
    clock.now += 1_000 * hour
    slack.answers.error = 'internal_error'
    await expect(node().tokenOf(id)).rejects.toThrow(NoToken)
    clock.now -= 990 * hour
    slack.answers.error = undefined
    const tokens = node()
    await tokens.tokenOf(id)
    await settled()
    expect(await tokens.tokenOf(id)).toBe(slack.tokens[1])
  })
})

eachEngine('a refresh that fails', (fresh) => {
  test('is tried again each minute, and seen at once while the old token still works', async () => {
    const { node, id, slack, clock, settled, trouble } = await rotating(await fresh())
    const tokens = node()
    const use = async () => {
      tokens.forget(id)
      const token = await tokens.tokenOf(id)
      await settled()
      return token
    }
    slack.answers.error = 'internal_error'
    clock.now += 10 * hour
    const since = clock.now
    expect(await use()).toBe(slack.tokens[0])
    expect(await use()).toBe(slack.tokens[0])
    expect(slack.calls()).toBe(1)
    expect(await trouble()).toEqual([
      {
        installation: id,
        problem: 'internal_error',
        since,
        endsAt: since + 2 * hour,
        isFinal: false,
      },
    ])
    clock.now += minute
    await use()
    expect(slack.calls()).toBe(2)
    expect(await trouble()).toMatchObject([{ since }])
    slack.answers.error = undefined
    clock.now += minute
    await use()
    expect(await use()).toBe(slack.tokens[1])
    expect(await trouble()).toEqual([])
  })

  test('an invalid refresh token is final: no more calls, and a reinstall is asked for', async () => {
    const database = await fresh()
    const { node, id, slack, clock, trouble, vault, install, settled } = await rotating(database)
    const tokens = node()
    slack.answers.error = 'invalid_refresh_token'
    clock.now += 10 * hour
    await tokens.refreshEnding()
    clock.now += hour
    await tokens.refreshEnding()
    expect(await tokens.tokenOf(id)).toBe(slack.tokens[0])
    await settled()
    expect(slack.calls()).toBe(1)
    expect(await trouble()).toMatchObject([{ problem: 'invalid_refresh_token', isFinal: true }])
    clock.now += hour
    tokens.forget(id)
    const ended: unknown = await tokens.tokenOf(id).catch((error: unknown) => error)
    expect(ended).toMatchObject({ name: 'NoToken', installation: id, isFinal: true })
    expect(String(ended)).toContain('install the app again')
    expect(slack.calls()).toBe(1)
    await storeInstall(database, vault, { ...install, token: 'xoxe.xoxb-1-again' }, clock.now)
    expect(await tokens.tokenOf(id)).toBe('xoxe.xoxb-1-again')
    expect(await trouble()).toEqual([])
  })

  test('an ended token without any attempt is trouble, too', async () => {
    const { id, clock, trouble } = await rotating(await fresh())
    clock.now += 13 * hour
    expect(await trouble()).toEqual([
      { installation: id, problem: null, since: clock.now - hour, endsAt: clock.now - hour, isFinal: false },
    ])
  })

  test('no answer at all is no end: the next attempt counts', async () => {
    const { node, id, slack, clock, trouble } = await rotating(await fresh())
    const tokens = node()
    slack.answers.status = 503
    clock.now += 10 * hour
    await tokens.refreshEnding()
    expect(await trouble()).toMatchObject([{ problem: 'http_503', isFinal: false }])
    slack.answers.status = undefined
    clock.now += minute
    await tokens.refreshEnding()
    expect(await tokens.tokenOf(id)).toBe(slack.tokens[1])
  })
})
