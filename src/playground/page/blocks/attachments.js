import { Blocks } from './blocks.js'
import { html } from '../kit/html.js'
import { link, Mrkdwn } from './mrkdwn.js'
import { MessageSurface } from './surface.js'
import { WorkObjectCard } from './work-object.js'

const borderColor = (value) =>
  ({ good: '#2eb67d', warning: '#ecb22e', danger: '#e01e5a' })[value] ??
  (value && /^#?[\da-f]{6}$/i.test(value) ? `#${value.replace('#', '')}` : '#ddd')

/** Legacy attachments and unfurled links. */
export const Attachments = ({ channel, message }) =>
  message.attachments.map((one) =>
    one.work_object
      ? html`<${WorkObjectCard}
          channel=${channel}
          ts=${message.ts}
          url=${one.from_url}
          entity=${one.work_object}
        />`
      : html`
          <div class="attachment" style=${{ borderColor: borderColor(one.color) }}>
            ${one.title && html`<b>${one.title_link ? link(one.title_link, one.title) : one.title}</b>`}
            ${one.text && html`<div><${Mrkdwn} text=${one.text} /></div>`}
            ${one.blocks && html`<${MessageSurface} channel=${channel} message=${message}><${Blocks} blocks=${one.blocks} /><//>`}
          </div>
        `,
  )
