import type { Actor, Deps, Doing } from '../../deps.ts'
import { hashOf } from '../../hash-of.ts'
import { invalid, notFound } from '../../refusals.ts'
import { contentOf, type PlaybookContent } from '../../store/playbooks/content.ts'
import { changeVersions, versionsNamed } from '../../store/playbooks/playbooks.ts'
import { addRow, changeRow, findRow, type PlaybookRow } from '../../store/rows.ts'
import { asAdmin } from '../as-admin.ts'
import { detailsIn, editContent } from './edits.ts'
import type { Form } from './lists.ts'

/** Changes one version. Returns its uuid, or that of the version made from it. */
const changing = (
  deps: Deps,
  actor: Actor,
  uuid: string,
  work: (doing: Doing, playbook: PlaybookRow) => Promise<string | void>,
): Promise<string> =>
  asAdmin(deps, actor, async (doing) => {
    const playbook = await findRow(doing, 'playbook', uuid)
    if (!playbook) throw notFound('Playbook')
    return (await work(doing, playbook)) ?? playbook.uuid
  })

const onlyDraft = (playbook: PlaybookRow) => {
  if (playbook.state !== 'draft' || playbook.is_archived === 1)
    throw invalid('state', 'Only a draft can be changed. Create a new version instead.')
}

/** A hash of a draft. A form sends it back, which shows whether the draft has changed since. */
export const revisionOf = ({ name, description, duration_days: duration, content }: PlaybookRow): string =>
  hashOf(JSON.stringify([name, description, duration, content])).slice(0, 16)

const draft = { state: 'draft', is_archived: 0 } as const

/** Creates an empty draft. */
export const beginPlaybook = (deps: Deps, actor: Actor, form: Form): Promise<string> =>
  asAdmin(deps, actor, async (doing) => {
    const details = detailsIn(form)
    if ((await versionsNamed(doing, details.name)).length > 0)
      throw invalid('name', 'A playbook with this name exists. Create a new version of it instead.')
    const uuid = deps.newUuid()
    const content: PlaybookContent = { roles: [], modules: [] }
    await addRow(doing, 'playbook', {
      ...draft,
      ...details,
      uuid,
      version: 1,
      content: JSON.stringify(content),
      created_at: deps.now(),
    })
    return uuid
  })

/** Copies a version into a draft, which becomes the newest version. */
export const newVersion = (deps: Deps, actor: Actor, uuid: string): Promise<string> =>
  changing(deps, actor, uuid, async (doing, { id: _id, org: _org, ...copied }) => {
    const versions = await versionsNamed(doing, copied.name)
    const version = Math.max(...versions.map((one) => one.version)) + 1
    const made = { ...copied, ...draft, uuid: deps.newUuid(), version, created_at: deps.now() }
    await addRow(doing, 'playbook', made)
    return made.uuid
  })

/** Only the newest version can be published, because clients take it as current. It supersedes the others. */
export const publish = (deps: Deps, actor: Actor, uuid: string): Promise<string> =>
  changing(deps, actor, uuid, async (doing, playbook) => {
    onlyDraft(playbook)
    if (!contentOf(playbook).modules.some(({ tasks }) => tasks.length > 0))
      throw invalid('content', 'Add a task before you publish this playbook.')
    const versions = (await versionsNamed(doing, playbook.name)).filter((one) => one.is_archived === 0)
    const newer = versions.find(({ id }) => id > playbook.id)
    if (newer)
      throw invalid('state', `Version ${newer.version} is newer. Publish that one, or archive it first.`)
    const before = versions.filter(({ state }) => state === 'published').map((one) => one.uuid)
    await changeVersions(doing, before, { state: 'superseded' })
    await changeVersions(doing, [playbook.uuid], { state: 'published' })
  })

/** Archives the superseded versions too. Otherwise one of them would become the current version. */
export const archive = (deps: Deps, actor: Actor, uuid: string): Promise<string> =>
  changing(deps, actor, uuid, async (doing, playbook) => {
    const versions = await versionsNamed(doing, playbook.name)
    const old = playbook.state === 'published' ? versions.filter(({ state }) => state === 'superseded') : []
    const gone = [playbook.uuid, ...old.map((one) => one.uuid)]
    await changeVersions(doing, gone, { is_archived: 1 })
  })

/** A version that has a newer one comes back as superseded, because clients take the newest as current. */
export const unarchive = (deps: Deps, actor: Actor, uuid: string): Promise<string> =>
  changing(deps, actor, uuid, async (doing, playbook) => {
    const published = (await versionsNamed(doing, playbook.name)).filter(
      (one) => one.is_archived === 0 && one.uuid !== playbook.uuid && one.state === 'published',
    )
    const isOld = playbook.state === 'published' && published.some(({ id }) => id > playbook.id)
    const state = isOld ? 'superseded' : playbook.state
    const older = published.filter(({ id }) => id < playbook.id).map((one) => one.uuid)
    if (state === 'published') await changeVersions(doing, older, { state: 'superseded' })
    await changeVersions(doing, [playbook.uuid], { state, is_archived: 0 })
  })

/** A renamed draft gets the next version number under its new name. Refused when that name has newer versions. */
const numberUnder = async (doing: Doing, { uuid, id, version, name: old }: PlaybookRow, name: string) => {
  if (name === old) return version
  const others = (await versionsNamed(doing, name)).filter((one) => one.uuid !== uuid)
  if (others.some((one) => one.id > id))
    throw invalid('name', 'A newer playbook has this name. Create a new version of it instead.')
  return Math.max(0, ...others.map((one) => one.version)) + 1
}

const edited = async (doing: Doing, playbook: PlaybookRow, action: string, form: Form) => {
  if (action !== 'details') {
    const content = editContent(contentOf(playbook), { action, form }, doing.deps.newUuid)
    return { content: JSON.stringify(content) }
  }
  const details = detailsIn(form)
  return { ...details, version: await numberUnder(doing, playbook, details.name) }
}

export const editDraft = (
  deps: Deps,
  actor: Actor,
  uuid: string,
  { action, form }: { action: string; form: Form },
): Promise<string> =>
  changing(deps, actor, uuid, async (doing, playbook) => {
    onlyDraft(playbook)
    if (form['revision'] !== revisionOf(playbook))
      throw invalid('revision', 'Somebody else changed this draft. This page shows the latest version.')
    await changeRow(doing, 'playbook', playbook.uuid, await edited(doing, playbook, action, form))
  })
