import { Component } from 'preact'
import { Element } from './elements.js'
import { html } from '../kit/html.js'
import { Text, Mrkdwn } from './mrkdwn.js'
import { RichText } from './rich-text.js'
import { useSurface } from './surface.js'

const imageUrl = (value) => value.image_url ?? ''

const Section = ({ block }) => html`
  <div class=${`section ${block.accessory?.type === 'image' ? 'with-image' : ''}`}>
    <div class="section-text">
      ${block.text && html`<div><${Text} value=${block.text} /></div>`}
      ${
        block.fields &&
        html`<div class="fields">
          ${block.fields.map((field) => html`<div><${Text} value=${field} /></div>`)}
        </div>`
      }
    </div>
    ${block.accessory && html`<div class="accessory"><${Element} block=${block} element=${block.accessory} /></div>`}
  </div>
`

const Context = ({ block }) => html`
  <div class="context">
    ${block.elements.map((one) =>
      one.type === 'image'
        ? html`<img src=${imageUrl(one)} alt=${one.alt_text} title=${one.alt_text} />`
        : html`<span><${Text} value=${one} /></span>`,
    )}
  </div>
`

const Image = ({ block }) => html`
  <figure>
    ${block.title && html`<figcaption><${Text} value=${block.title} /></figcaption>`}
    <img src=${imageUrl(block)} alt=${block.alt_text} />
  </figure>
`

const Input = ({ block }) => {
  const error = useSurface().errors[block.block_id]
  const id = `input-${block.block_id}`
  const group = ['checkboxes', 'radio_buttons'].includes(block.element.type)
  const label = html`<${Text}
      value=${block.label}
    />${block.optional && html`<span class="optional"> (optional)</span>`}`
  const rest = html`
    <${Element}
      block=${block}
      element=${block.element}
      id=${id}
      label=${block.label.text}
      dispatches=${block.dispatch_action === true}
      inInput
      describedBy=${`${id}-says`}
      invalid=${error !== undefined}
    />
    <div id=${`${id}-says`}>
      ${error !== undefined && html`<p class="field-error" role="alert">${error}</p>`}
      ${block.hint && html`<p class="hint"><${Text} value=${block.hint} /></p>`}
    </div>
  `
  return group
    ? html`<fieldset class="input">
        <legend>${label}</legend>
        ${rest}
      </fieldset>`
    : html`<div class="input"><label for=${id}>${label}</label>${rest}</div>`
}

const Markdown = ({ block }) =>
  html`<${Mrkdwn}
    text=${block.text
      .replace(/\*\*(.+?)\*\*/g, '*$1*')
      .replace(/\[([^\]]+)\]\((https?:[^)\s]+)\)/g, '<$2|$1>')
      .replace(/^#+ (.+)$/gm, '*$1*')}
  />`

const cellText = (cell) => (cell.type === 'raw_text' ? cell.text : html`<${RichText} block=${cell} />`)

const Table = ({ block }) => html`
  <table class="table">
    ${block.rows.map(
      (row, index) =>
        html`<tr>
          ${row.map((cell) => (index === 0 ? html`<th>${cellText(cell)}</th>` : html`<td>${cellText(cell)}</td>`))}
        </tr>`,
    )}
  </table>
`

const kinds = {
  section: Section,
  context: Context,
  image: Image,
  input: Input,
  markdown: Markdown,
  table: Table,
  rich_text: RichText,
  divider: () => html`<hr />`,
  header: ({ block }) => html`<h3 class="block-header"><${Text} value=${block.text} /></h3>`,
  actions: ({ block }) =>
    html`<div class="block-actions">
      ${block.elements.map((one) => html`<${Element} key=${one.action_id} block=${block} element=${one} />`)}
    </div>`,
}

/** One broken block must not break the page. */
class Guard extends Component {
  static getDerivedStateFromError() {
    return { failed: true }
  }
  componentDidCatch(error) {
    console.error(error)
  }
  render({ children }, { failed }) {
    return failed ? html`<p class="trouble">This block cannot be shown.</p>` : children
  }
}

export const Blocks = ({ blocks }) => html`
  <div class="blocks">
    ${blocks.map((block) => {
      const Kind = kinds[block.type]
      return (
        Kind &&
        html`<${Guard} key=${block.block_id}
          ><div class=${`block block-${block.type}`}><${Kind} block=${block} /></div
        ><//>`
      )
    })}
  </div>
`
