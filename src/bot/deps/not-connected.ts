import { apiBy } from '../../contract/api.ts'
import { ApiProblem } from '../../contract/problem.ts'

/** No tracker is connected yet. Lanes wait, and people read what an admin has to do. */
export class NotConnected extends ApiProblem {
  constructor() {
    super('forbidden', 'no tracker is connected yet: an admin connects it on the app’s Home tab')
  }
}

/** The API of an installation without a tracker. */
export const notConnected = apiBy(() => Promise.reject(new NotConnected()))
