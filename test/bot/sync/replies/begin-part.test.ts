import { expect, test } from 'vitest'
import { addReply, replyById, rewordReply, settleReply } from '../../../../src/bot/sync/store/replies.ts'
import { beginPart, changeUnsent, partsOf, type ReplyPart } from '../../../../src/bot/sync/store/parts.ts'
import {
  nextToReact,
  noteAdded,
  noteRemoved,
  reactWaiting,
} from '../../../../src/bot/sync/store/reactions.ts'
import { eachEngine } from '../../../support/databases.ts'

const words = { source: 'C:1', channel: 'C', ts: '1', user_id: 'U', task_uuid: 't', text: 'Monday' }

eachEngine('the intent to send a part', (fresh) => {
  const stored = async () => {
    const database = await fresh()
    const id = await database.transaction((tx) => addReply(tx, words, 1))
    const reply = id === undefined ? undefined : await replyById(database.sql, id)
    if (!reply) throw new Error('it was not stored')
    const parts = ['one', 'two'].map((body, part): ReplyPart => ({
      reply_id: reply.id,
      part,
      task_uuid: reply.task_uuid,
      body,
      state: 'waiting',
      attempted_at: null,
      comment_uuid: null,
    }))
    const begin = (at: number) => {
      const part = parts[at]
      return part ? beginPart(database, reply, parts, part, { now: 7, evenInternal: true }) : undefined
    }
    const states = async () => (await partsOf(database.sql, reply.id)).map(({ state }) => state)
    return { database, reply, begin, states }
  }

  test('fixes all parts with the first, and each is begun once', async () => {
    const { begin, states } = await stored()
    expect(await begin(0)).toBe(true)
    expect(await states()).toEqual(['sending', 'waiting'])
    expect(await begin(0)).toBe(false)
    expect(await begin(1)).toBe(true)
    expect(await states()).toEqual(['sending', 'sending'])
  })

  test('of two nodes that begin at the same moment one does', async () => {
    const { begin } = await stored()
    const begun = await Promise.all([begin(0), begin(0), begin(0)])
    expect(begun.filter(Boolean)).toHaveLength(1)
  })

  test('waits for an edit on its way, and is then too late; an edit that comes after it is', async () => {
    const { database, reply, begin, states } = await stored()
    const edited = Promise.withResolvers<void>()
    let begun: Promise<boolean> | undefined
    await database.transaction(async (tx) => {
      await changeUnsent(tx, reply.id, { text: 'Tuesday' })
      begun = begin(0)
      setTimeout(edited.resolve, 50)
      await edited.promise
    })
    expect(await begun).toBe(false)
    expect(await states()).toEqual([])
    await database.transaction((tx) => changeUnsent(tx, reply.id, { text: 'Monday' }))
    expect(await begin(0)).toBe(true)
    const late = await database.transaction((tx) => changeUnsent(tx, reply.id, { text: 'Wednesday' }))
    expect(late).toBe(false)
  })

  test('⏳ is put once', async () => {
    const { database, reply } = await stored()
    const react = () => database.transaction((tx) => reactWaiting(tx, reply.task_uuid, reply.created_at))
    expect((await Promise.all([react(), react()])).flat()).toMatchObject([{ id: reply.id }])
  })

  test('⏳ is taken away once ✅ is there, and not before', async () => {
    const { database, reply } = await stored()
    await database.transaction((tx) => reactWaiting(tx, reply.task_uuid, reply.created_at))
    await settleReply(database.sql, reply, { state: 'done', reaction: 'white_check_mark' })
    expect(await nextToReact(database.sql, 'remove', 0)).toBe(undefined)
    const toAdd = await nextToReact(database.sql, 'add', 0)
    expect(toAdd).toMatchObject({ id: reply.id, reaction: 'white_check_mark' })
    if (!toAdd) return
    // A job is to take the earlier one away.
    expect(await database.transaction((tx) => noteAdded(tx, toAdd))).toBe('remove')
    const toRemove = await nextToReact(database.sql, 'remove', 0)
    expect(toRemove).toMatchObject({ id: reply.id, leftover: 'hourglass_flowing_sand' })
    if (!toRemove) return
    expect(await database.transaction((tx) => noteRemoved(tx, toRemove))).toBe(undefined)
    expect(await nextToReact(database.sql, 'remove', 0)).toBe(undefined)
  })

  test('✅ is taken from an edited reply once the call that adds it is over, and comes back after the call that takes it away', async () => {
    const { database, reply } = await stored()
    const { sql } = database
    const edit = (text: string) => database.transaction((tx) => rewordReply(tx, reply.id, text))
    const next = async (op: 'add' | 'remove') => {
      const found = await nextToReact(sql, op, 0)
      if (!found) throw new Error(`there is nothing to ${op}`)
      return found
    }
    const ends = (call: Awaited<ReturnType<typeof next>>, note: typeof noteAdded) =>
      database.transaction((tx) => note(tx, call))
    await settleReply(sql, reply, { state: 'done', reaction: 'white_check_mark' })
    const adding = await next('add')
    expect(await edit('Tuesday')).toBe(false)
    expect(await nextToReact(sql, 'remove', 0)).toBe(undefined)
    expect(await ends(adding, noteAdded)).toBe(undefined)
    expect(await nextToReact(sql, 'remove', 0)).toBe(undefined)
    expect(await ends(await next('add'), noteAdded)).toBe('remove')
    const removing = await next('remove')
    expect(removing.leftover).toBe('white_check_mark')
    expect(await edit('Monday')).toBe(true)
    const addingAgain = await next('add')
    await ends(removing, noteRemoved)
    expect(await ends(addingAgain, noteAdded)).toBe('add')
    expect(await ends(await next('add'), noteAdded)).toBe(undefined)
    expect(await nextToReact(sql, 'remove', 0)).toBe(undefined)
  })
})
