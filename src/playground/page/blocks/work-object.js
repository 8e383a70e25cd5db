import { notify } from '../state/actions.js'
import { followLink } from '../state/follow-link.js'
import { html } from '../kit/html.js'
import { Icon } from '../kit/icons.js'
import { safe } from './mrkdwn.js'
import { openPane, pressButton } from '../state/pane-actions.js'
import { personById } from '../state/state.js'

const words = {
  assignee: 'Assignee',
  description: 'Description',
  due_date: 'Due',
  status: 'Status',
}

const calendarDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** The fields in the order the app gave them: `{key, label, …}`. */
export const fieldsOf = ({ fields = {}, custom_fields: custom = [], display_order: order }) => {
  const all = [
    ...Object.entries(fields).map(([key, field]) => ({ key, label: words[key] ?? key, ...field })),
    ...custom,
  ]
  return order ? order.map((key) => all.find((one) => one.key === key)).filter(Boolean) : all
}

const shownDay = (value) => {
  const at = Date.parse(`${value}T00:00:00Z`)
  return Number.isNaN(at) ? value : calendarDay.format(at)
}

const Person = ({ user }) => {
  const person = personById(user.user_id)
  return person
    ? html`<img src=${person.profile.image_72} alt="" width="18" height="18" /> ${person.real_name}`
    : (user.text ?? user.user_id)
}

const Value = ({ field }) => {
  if (field.user) return html`<span class="person"><${Person} user=${field.user} /></span>`
  if (field.entity_ref)
    return html`<a
      href=${field.entity_ref.entity_url}
      onClick=${(event) => followLink(event, field.entity_ref.entity_url)}
      >${field.entity_ref.title}</a
    >`
  const text = field.type === 'slack#/types/date' ? shownDay(field.value) : String(field.value)
  return field.tag_color ? html`<span class=${`tag ${field.tag_color}`}>${text}</span>` : text
}

const Button = ({ action, where, from }) => {
  const press = async (event) => {
    if (action.url) followLink(event, action.url)
    const answer = await pressButton(where, from, action)
    if (!answer.ok) notify(answer.error)
  }
  const classes = `block-button small ${action.style ?? ''}`
  return action.url && safe(action.url)
    ? html`<a
        class=${classes}
        href=${action.url}
        target="_blank"
        rel="noreferrer noopener"
        aria-label=${action.accessibility_label}
        onClick=${press}
        >${action.text}</a
      >`
    : html`<button type="button" class=${classes} aria-label=${action.accessibility_label} onClick=${press}>
        ${action.text}
      </button>`
}

export const Buttons = ({ entity, where, from }) =>
  (entity.entity_payload.actions?.primary_actions ?? []).map(
    (action) => html`<${Button} action=${action} where=${where} from=${from} />`,
  )

/** Rows of a `dl`. */
export const Fields = ({ fields }) =>
  fields.map(
    (field) =>
      html`<div key=${field.key}>
        <dt>${field.label}</dt>
        <dd><${Value} field=${field} /></dd>
      </div>`,
  )

/** A Work Object under a message, instead of the link's plain card. */
export const WorkObjectCard = ({ channel, ts, url, entity }) => {
  const { attributes } = entity.entity_payload
  const title = attributes.title.text
  const where = { channel, ts, url }
  const short = fieldsOf(entity.entity_payload).filter(({ long }) => !long)
  return html`
    <div class="work-object" role="group" aria-label=${`${attributes.display_type}: ${title}`}>
      <header>
        <${Icon} name="file" size=${16} />
        <span class="kind">${attributes.display_type} · ${attributes.product_name}</span>
      </header>
      <button
        type="button"
        class="title"
        title="Open the details"
        onClick=${() => openPane(channel, ts, url, entity)}
      >
        ${title}
      </button>
      <dl>
        <${Fields} fields=${short.slice(0, 6)} />
      </dl>
      <footer>
        <${Buttons} entity=${entity} where=${where} from="card" />
      </footer>
    </div>
  `
}
