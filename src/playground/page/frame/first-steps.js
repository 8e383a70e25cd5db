import { useState } from 'preact/hooks'
import { actAs, goTo, openThread, setTracker } from '../state/actions.js'
import { html } from '../kit/html.js'
import { Icon } from '../kit/icons.js'
import { useOneStop } from '../kit/one-stop.js'
import { remember, remembered, store } from '../state/state.js'

const isByApp = (message, bot) => message.user === bot.userId
const isReply = ({ ts, thread_ts: root }) => root !== undefined && root !== ts

/** What has happened, from the messages that this person has loaded. */
const progress = ({ messages, workspace: { bot } }) => {
  const all = Object.entries(messages).flatMap(([channel, list]) => list.map((one) => ({ ...one, channel })))
  const comment = all.findLast((one) => isByApp(one, bot) && isReply(one) && !one.ephemeral)
  const answer = all.findLast(
    (one) =>
      !isByApp(one, bot) &&
      isReply(one) &&
      one.reactions?.some(({ name, users }) => name === 'white_check_mark' && users.includes(bot.userId)),
  )
  const thread = answer ?? comment
  const root = thread && all.find(({ channel, ts }) => channel === thread.channel && ts === thread.thread_ts)
  return { comment, answer, root }
}

/** The task's place on the tracker's page, from the buttons of its card. */
const placeOf = (root) => {
  const buttons = (root?.blocks ?? []).flatMap(({ elements }) => elements ?? [])
  const url = buttons.find((one) => one.url)?.url
  const task = buttons.find((one) => one.action_id === 'comment_on_task')?.value
  return url?.includes('#') || !task ? url : `${url}#task-${task}`
}

const Step = ({ done, current, children, label, onDo }) => html`
  <li
    class=${`${done ? 'done' : ''} ${current ? 'current' : ''}`}
    aria-current=${current ? 'step' : undefined}
  >
    <span class="text">${children}${done && html`<span class="unseen">, done</span>`}</span>
    ${current && label && html`<button type="button" onClick=${onDo}>${label}</button>`}
  </li>
`

/** What the playground is for, in three steps. It follows what the person does. */
export const FirstSteps = () => {
  const as = store.use((state) => state.as)
  const place = store.use((state) => state.place)
  const thread = store.use((state) => state.thread)
  const messages = store.use((state) => state.messages)
  const workspace = store.use((state) => state.workspace)
  const sees = store.use((state) => state.tracker.shown)
  const [closed, setClosed] = useState(() => remembered('first-steps') === 'closed')
  const [past, setPast] = useState(() => (remembered('first-steps') === 'done' ? 3 : 0))
  const stop = useOneStop()
  if (closed || !workspace.actors.includes('casey')) return null
  const { comment, answer, root } = progress({ messages, workspace })
  const now = answer ? 2 : comment ? 1 : 0
  // Another person may not see the messages of the completed steps.
  const done = Math.max(past, now)
  if (done > past) setPast(done)
  const isCustomer = as === 'casey'
  const close = () => {
    remember('first-steps', 'closed')
    setClosed(true)
  }
  const commentAsCasey = async () => {
    if (!isCustomer) await actAs('casey')
    setTracker({ shown: true })
  }
  const answerAsDana = async () => {
    // On a phone, the tracker would cover the thread.
    if (innerWidth <= 700) setTracker({ shown: false })
    if (as !== 'dana') await actAs('dana')
    const { comment: latest } = progress(store.get())
    if (!latest) return goTo('C0ACME')
    await goTo(latest.channel, latest.thread_ts)
    return openThread(latest.thread_ts)
  }
  const isThere = as === 'dana' && comment?.channel === place
  const answerLabel = !isThere ? 'Answer as Dana' : thread === comment.thread_ts ? '' : 'Open the thread'
  const show = () => {
    setTracker({ shown: true, src: placeOf(root) ?? workspace.tracker.start })
    setPast(3)
    remember('first-steps', 'done')
  }
  return html`
    <section class="first-steps" aria-label="First steps" ...${stop}>
      ${
        done === 3
          ? html`<p>
              That’s the whole loop: a comment became a thread, and your reply became a comment. Try
              <kbd>/onboard help</kbd> next.
            </p>`
          : html`<ol>
              <${Step}
                done=${done > 0}
                current=${done === 0}
                label=${!isCustomer ? 'Act as Casey' : sees ? '' : 'Show the tracker'}
                onDo=${commentAsCasey}
              >
                <b>Casey comments.</b
                >${isCustomer ? ' Write a comment on a task in the tracker.' : ' She’s the customer, and uses the tracker.'}
              <//>
              <${Step} done=${done > 1} current=${done === 1} label=${answerLabel} onDo=${answerAsDana}>
                <b>You answer in the thread.</b> Dana never leaves Slack.
              <//>
              <${Step} done=${done > 2} current=${done === 2} label="Show it" onDo=${show}>
                <b>See it in the tracker.</b> ✅ means that it’s there.
              <//>
            </ol>`
      }
      <button
        type="button"
        class="icon-button"
        aria-label="Close the first steps"
        title="Close"
        onClick=${close}
      >
        <${Icon} name="close" size=${16} />
      </button>
    </section>
  `
}
