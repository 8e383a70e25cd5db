import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SecretUnreadable, createVault } from '../../../src/bot/installations/vault.ts'
import { anyText } from '../../support/any-text.ts'
import { newKey } from './installing.ts'

const place = { table: 'installation', column: 'bot_token', id: 7 } as const

const changed = 'cannot be decrypted, because it was changed or copied from another row'

const thrownBy = (work: () => unknown): SecretUnreadable => {
  try {
    work()
  } catch (error) {
    if (error instanceof SecretUnreadable) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('secrets at rest', () => {
  test('come back as they were, and no two ciphertexts are alike', () => {
    const vault = createVault([newKey()])
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), (secret) => {
        const sealed = vault.seal(place, secret)
        expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+$/)
        expect(vault.open(place, sealed)).toBe(secret)
        expect(vault.seal(place, secret)).not.toBe(sealed)
      }),
    )
  })

  test('cannot be read in another row, column or table', () => {
    const vault = createVault([newKey()])
    const sealed = vault.seal(place, 'xoxb-1-secret')
    for (const other of [
      { ...place, id: 8 },
      { ...place, column: 'team_name' },
      { ...place, table: 'connection' },
    ])
      expect(thrownBy(() => vault.open(other, sealed)).message).toContain(changed)
  })

  test('a ciphertext that was changed anywhere is refused, with the row and the remedy', () => {
    const vault = createVault([newKey()])
    const sealed = vault.seal(place, 'xoxb-1-secret')
    const [, keyId = ''] = sealed.split('.')
    // The last character of base64 has bits that decoding ignores.
    for (let at = 0; at < sealed.length - 1; at += 1) {
      // A key id that differs is another key.
      if (at >= 3 && at < 3 + keyId.length) continue
      const other = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
      expect(thrownBy(() => vault.open(place, other)).message, `at ${at}`).toContain(changed)
    }
    for (const text of ['', 'xoxb-1-secret', 'v1', sealed.slice(0, -4), `${sealed}AAAA`])
      expect(thrownBy(() => vault.open(place, text)).message).toContain(changed)
    expect(thrownBy(() => vault.open({ ...place, id: 8 }, sealed)).message).toMatchInlineSnapshot(
      `"bot_token of installation 8 cannot be decrypted, because it was changed or copied from another row: restore it from a backup, or install the app in this workspace again, at /slack/install."`,
    )
  })

  test('the newest key encrypts, and older keys still decrypt', () => {
    const [older, newer] = [newKey(), newKey()]
    const before = createVault([older]).seal(place, 'old')
    const vault = createVault([newer, older])
    expect(vault.open(place, before)).toBe('old')
    expect(vault.seal(place, 'new').split('.')[1]).toBe(vault.keyIds[0])
    expect(before.split('.')[1]).toBe(vault.keyIds[1])
  })

  test('a missing key and no keys at all are told apart, with the remedy', () => {
    const sealed = createVault([Buffer.alloc(32, 1).toString('base64')]).seal(place, 'xoxb-1-secret')
    const withoutIt = thrownBy(() => createVault([newKey()]).open(place, sealed))
    expect(withoutIt.message).toMatchInlineSnapshot(
      `"bot_token of installation 7 was encrypted with the key ee739288, which is not in ENCRYPTION_KEYS: add that key again, or install the app in this workspace again, at /slack/install."`,
    )
    const withNone = thrownBy(() => createVault([]).open(place, sealed))
    expect(withNone.message).toMatchInlineSnapshot(
      `"bot_token of installation 7 cannot be encrypted or decrypted: ENCRYPTION_KEYS is not set; create a key with: openssl rand -base64 32."`,
    )
    expect(thrownBy(() => createVault([]).seal(place, 'xoxb-1-secret')).message).toBe(withNone.message)
    const ofKey = { table: 'connection', column: 'api_key', id: 3 }
    expect(thrownBy(() => createVault([newKey()]).open(ofKey, sealed)).message).toMatchInlineSnapshot(
      `"api_key of connection 3 was encrypted with the key ee739288, which is not in ENCRYPTION_KEYS: add that key again, or connect the tracker again in the Home tab."`,
    )
  })

  test('an error holds neither the secret nor a key', () => {
    const key = newKey()
    const sealed = createVault([key]).seal(place, 'xoxb-1-secret')
    const error = thrownBy(() => createVault([key]).open({ ...place, id: 8 }, sealed))
    const shown = `${error.stack} ${JSON.stringify(error)}`
    expect(shown).not.toContain('xoxb-1-secret')
    expect(shown).not.toContain(key)
    expect(shown).not.toContain(sealed)
  })
})
