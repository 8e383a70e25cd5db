import { withIds } from '../block-kit/ids.ts'
import { refusedView } from '../block-kit/validate.ts'
import type { Dialogs, ViewInput } from '../workspace/dialogs.ts'
import type { Json, View } from '../workspace/types.ts'
import type { Args } from './args.ts'
import { findPerson, type CallContext, type Method } from './context.ts'
import { refuse } from './refusal.ts'

export const checkedView = (view: Json | undefined, type: 'modal' | 'home'): ViewInput => {
  if (view === undefined) return refuse('invalid_arguments', ['[ERROR] missing required field: view'])
  const refused = refusedView(view, type)
  if (refused) refuse(refused.error, refused.messages)
  return { ...view, type, blocks: withIds(view['blocks'] as Json[]) }
}

const answered = (outcome: View | string): Json =>
  typeof outcome === 'string' ? refuse(outcome) : { view: outcome }

const shown = (context: CallContext, args: Args, action: 'open' | 'push') => {
  const view = checkedView(args.object('view'), 'modal')
  const owner = context.dialogs.redeem(args.required('trigger_id'), context.team)
  return answered(
    typeof owner === 'string' ? owner : context.dialogs.place(owner.user, context.team, view, action),
  )
}

const viewNamed = (args: Args): Parameters<Dialogs['find']>[0] => {
  const id = args.text('view_id')
  const external = args.text('external_id')
  if (id === undefined && external === undefined)
    return refuse('invalid_arguments', ['[ERROR] missing required field: view_id'])
  return (view) => (id === undefined ? view['external_id'] === external : view.id === id)
}

const publish: Method = (context, args) => {
  const person = findPerson(context, args.required('user_id'))
  // People of another organization have no Home tab with this app.
  if (person.team_id !== context.team.id) refuse('not_enabled')
  return answered(
    context.dialogs.publish(
      person.id,
      context.team,
      checkedView(args.object('view'), 'home'),
      args.text('hash'),
    ),
  )
}

export const views: Readonly<Record<string, Method>> = {
  'views.open': (context, args) => shown(context, args, 'open'),
  'views.push': (context, args) => shown(context, args, 'push'),
  'views.update': (context, args) =>
    answered(
      context.dialogs.update(viewNamed(args), checkedView(args.object('view'), 'modal'), args.text('hash')),
    ),
  'views.publish': publish,
}
