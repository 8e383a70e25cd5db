import { asAdmin, type Acting, type ActingTx, invalid, notFound } from '../../acting.ts'
import { hashOf } from '../../../contract/text.ts'
import { contentOf, type PlaybookContent, changeVersions, versionsNamed } from '../../store/playbooks.ts'
import { addRow, changeRow, findRow, type PlaybookRow } from '../../store/rows.ts'
import { detailsIn, editContent } from './edits.ts'
import type { Form } from './lists.ts'

/** Changes one version. Returns its uuid, or that of the version made from it. */
const changeVersion = (
  acting: Acting,
  did: string,
  uuid: string,
  work: (acting: ActingTx, playbook: PlaybookRow) => Promise<string | void>,
): Promise<string> =>
  asAdmin(acting, did, async (acting) => {
    acting.note({ playbook: uuid })
    const playbook = await findRow(acting, 'playbook', uuid)
    if (!playbook) throw notFound('Playbook')
    return (await work(acting, playbook)) ?? playbook.uuid
  })

const onlyDraft = (playbook: PlaybookRow) => {
  if (playbook.state !== 'draft' || playbook.is_archived === 1)
    throw invalid('state', 'Only a draft can be changed. Create a new version instead.')
}

/** A hash of a draft. A form sends it back, which shows whether the draft has changed since. */
export const revisionOf = ({ name, description, duration_days: duration, content }: PlaybookRow): string =>
  hashOf(JSON.stringify([name, description, duration, content])).slice(0, 16)

const draft = { state: 'draft', is_archived: 0 } as const

export const beginPlaybook = (acting: Acting, form: Form): Promise<string> =>
  asAdmin(acting, 'a playbook was added', async (acting) => {
    const details = detailsIn(form)
    if ((await versionsNamed(acting, details.name)).length > 0)
      throw invalid('name', 'A playbook with this name exists. Create a new version of it instead.')
    const { newUuid, now } = acting.deps
    const uuid = newUuid()
    acting.note({ playbook: uuid })
    const content: PlaybookContent = { roles: [], modules: [] }
    await addRow(acting, 'playbook', {
      ...draft,
      ...details,
      uuid,
      version: 1,
      content: JSON.stringify(content),
      created_at: now(),
    })
    return uuid
  })

export const newVersion = (acting: Acting, uuid: string): Promise<string> =>
  changeVersion(
    acting,
    'a version of a playbook was added',
    uuid,
    async (acting, { id: _id, org: _org, ...copied }) => {
      const versions = await versionsNamed(acting, copied.name)
      const version = Math.max(...versions.map((one) => one.version)) + 1
      const { newUuid, now } = acting.deps
      const made = { ...copied, ...draft, uuid: newUuid(), version, created_at: now() }
      await addRow(acting, 'playbook', made)
      return made.uuid
    },
  )

/** Only the newest version can be published, because clients take it as current. It supersedes the others. */
export const publish = (acting: Acting, uuid: string): Promise<string> =>
  changeVersion(acting, 'a playbook was published', uuid, async (acting, playbook) => {
    onlyDraft(playbook)
    if (!contentOf(playbook).modules.some(({ tasks }) => tasks.length > 0))
      throw invalid('content', 'Add a task before you publish this playbook.')
    const versions = (await versionsNamed(acting, playbook.name)).filter((one) => one.is_archived === 0)
    const newer = versions.find(({ id }) => id > playbook.id)
    if (newer)
      throw invalid('state', `Version ${newer.version} is newer. Publish that one, or archive it first.`)
    const before = versions.filter(({ state }) => state === 'published').map((one) => one.uuid)
    await changeVersions(acting, before, { state: 'superseded' })
    await changeVersions(acting, [playbook.uuid], { state: 'published' })
  })

/** Archives the superseded versions too. Otherwise one of them would become the current version. */
export const archive = (acting: Acting, uuid: string): Promise<string> =>
  changeVersion(acting, 'a playbook was archived', uuid, async (acting, playbook) => {
    const versions = await versionsNamed(acting, playbook.name)
    const old = playbook.state === 'published' ? versions.filter(({ state }) => state === 'superseded') : []
    const gone = [playbook.uuid, ...old.map((one) => one.uuid)]
    await changeVersions(acting, gone, { is_archived: 1 })
  })

/** A renamed draft gets the next version number under its new name. Refused when that name has newer versions. */
const numberUnder = async (acting: ActingTx, { uuid, id, version, name: old }: PlaybookRow, name: string) => {
  if (name === old) return version
  const others = (await versionsNamed(acting, name)).filter((one) => one.uuid !== uuid)
  if (others.some((one) => one.id > id))
    throw invalid('name', 'A newer playbook has this name. Create a new version of it instead.')
  return Math.max(0, ...others.map((one) => one.version)) + 1
}

const editedFields = async (acting: ActingTx, playbook: PlaybookRow, action: string, form: Form) => {
  if (action !== 'details') {
    const content = editContent(contentOf(playbook), action, form, acting.deps.newUuid)
    return { content: JSON.stringify(content) }
  }
  const details = detailsIn(form)
  return { ...details, version: await numberUnder(acting, playbook, details.name) }
}

export const editDraft = (acting: Acting, uuid: string, action: string, form: Form): Promise<string> =>
  changeVersion(acting, 'a playbook was edited', uuid, async (acting, playbook) => {
    onlyDraft(playbook)
    if (form['revision'] !== revisionOf(playbook))
      throw invalid('revision', 'Somebody else changed this draft. This page shows the latest version.')
    await changeRow(acting, 'playbook', playbook.uuid, await editedFields(acting, playbook, action, form))
  })
