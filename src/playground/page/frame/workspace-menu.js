import { actAs, removeApp } from '../state/actions.js'
import { html } from '../kit/html.js'
import { Icon } from '../kit/icons.js'
import { Menu } from '../kit/popover.js'
import { ask } from '../blocks/question.js'
import { store } from '../state/state.js'

/** The app's install page asks Slack, which asks the person. Like Slack, it opens in a tab of its own. */
const openInstallPage = (url) => window.open(url, '_blank', 'noopener')

const askRemove = async ({ name }, app) => {
  const isConfirmed = await ask({
    title: `Remove ${app}`,
    text: {
      type: 'plain_text',
      text: `${app} leaves all channels of ${name}, and its tokens stop working.`,
    },
    confirm: 'Remove',
    danger: true,
  })
  if (isConfirmed) await removeApp()
}

const itemsOf = ({ workspaces, bot, me }) => {
  const current = !me.is_stranger && workspaces.find((one) => one.current)
  return [
    ...workspaces.map((one) => ({
      label: one.name,
      hint: one === current ? '✓' : '',
      onChoose: () => one !== current && actAs(one.person),
    })),
    ...(current.installUrl
      ? [null, { label: 'Add to Slack', hint: bot.name, onChoose: () => openInstallPage(current.installUrl) }]
      : []),
    ...(current.removable
      ? [null, { label: `Remove ${bot.name}…`, danger: true, onChoose: () => askRemove(current, bot.name) }]
      : []),
  ]
}

/** The name of the workspace. Its menu leads to the other one, and adds or removes the app. */
export const WorkspaceMenu = () => {
  const workspace = store.use((state) => state.workspace)
  const { me, team } = workspace
  const name = me.company ?? team.name
  return html`
    <div class="workspace-name">
      <${Menu} label=${`${name}: workspaces and apps`} align="start" items=${itemsOf(workspace)}>
        ${name}<${Icon} name="chevron" size=${16} />
      <//>
    </div>
  `
}

/** In place of the app, where it isn't installed. */
export const AddToSlack = ({ workspace: { workspaces, bot } }) => {
  const url = workspaces.find((one) => one.current)?.installUrl
  return (
    url &&
    html`<a class="add-to-slack" href=${url} target="_blank" rel="noopener"
      >Add to Slack<span class="unseen">: ${bot.name}</span></a
    >`
  )
}
