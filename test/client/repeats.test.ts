import { expect, test } from 'vitest'
import { clientAt, envelope, problemFrom, refusal, task, tracker } from './harness.ts'

const getTask = { task_uuid: 't1' }

test('a read gets through at the third attempt', async () => {
  tracker().get('/v1/tasks/t1').reply(503, refusal('Busy.'))
  tracker().get('/v1/tasks/t1').replyWithError('socket hang up')
  tracker().get('/v1/tasks/t1').reply(200, envelope(task))
  const { client } = clientAt()
  expect((await client.getTask(getTask)).name).toBe('Kick-off')
})

test('a read that is refused is not tried again', async () => {
  tracker().get('/v1/tasks/t1').reply(404, refusal('Task not found.'))
  expect((await problemFrom(clientAt().client.getTask(getTask))).kind).toBe('not-found')
})
