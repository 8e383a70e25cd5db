import { expect, onTestFinished, test } from 'vitest'
import {
  addDeliveries,
  forgetMessage,
  markGivenUp,
  markNotSent,
  markSending,
  setFacts,
  settleDelivery,
} from '../../../src/bot/store/ledger/deliveries.ts'
import { freshDatabaseUrl, olderCopy } from '../../support/databases.ts'
import { openOne } from '../../support/open-one.ts'
import { ledgerRows } from '../support/ledger-rows.ts'

test('what becomes of a message that a failover lost changes no other that has got its number', async () => {
  const url = await freshDatabaseUrl('postgres')
  const database = await openOne(url)
  onTestFinished(() => database[Symbol.asyncDispose]())
  const failOver = await olderCopy(url)
  const add = async (uuid: string) => {
    const about = { channel: 'C1', kind: 'comment', objectUuid: uuid, op: 'post' as const }
    const row = { ...about, uuid, facts: {}, inboxId: null, createdAt: 1 }
    return database.transaction((tx) => addDeliveries(tx, [row]))
  }
  const [lost] = await add('lost')
  await failOver()
  const [other] = await add('other')
  if (!lost || !other) throw new TypeError('a row is missing')
  expect(other.id).toBe(lost.id)

  const { sql } = database
  expect(await markSending(sql, lost, 2)).toBe(false)
  await setFacts(sql, lost, '{"flat":true}')
  await settleDelivery(sql, lost, { state: 'posted', ts: '1.0' }, 3)
  expect(await ledgerRows(database)).toEqual([other])

  expect(await markSending(sql, other, 4)).toBe(true)
  await markGivenUp(sql, lost, 5)
  await markNotSent(sql, lost)
  expect(await ledgerRows(database)).toMatchObject([{ state: 'sending', attempted_at: 4 }])

  await settleDelivery(sql, other, { state: 'posted', ts: '2.0' }, 6)
  await forgetMessage(sql, lost)
  expect(await ledgerRows(database)).toMatchObject([{ state: 'posted', ts: '2.0' }])
})
