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
    throw invalid('state', 'Only a draft can be changed. Make a new version of it.')
}

/** A hash of the draft that a form was made from: it shows that the draft changed since. */
export const revisionOf = ({ name, description, duration_days: duration, content }: PlaybookRow): string =>
  hashOf(JSON.stringify([name, description, duration, content])).slice(0, 16)

const draft = { state: 'draft', is_archived: 0 } as const

/** An empty draft with a free name. */
export const beginPlaybook = (deps: Deps, actor: Actor, form: Form): Promise<string> =>
  asAdmin(deps, actor, async (doing) => {
    const details = detailsIn(form)
    if ((await versionsNamed(doing, details.name)).length > 0)
      throw invalid('name', 'A playbook has this name. Make a new version of that one.')
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

/** A draft copied from this version; it becomes the newest of its name. */
export const newVersion = (deps: Deps, actor: Actor, uuid: string): Promise<string> =>
  changing(deps, actor, uuid, async (doing, { id: _id, org: _org, ...copied }) => {
    const versions = await versionsNamed(doing, copied.name)
    const version = Math.max(...versions.map((one) => one.version)) + 1
    const made = { ...copied, ...draft, uuid: deps.newUuid(), version, created_at: deps.now() }
    await addRow(doing, 'playbook', made)
    return made.uuid
  })

/** Only the last version of a name can be published: clients take it as current. It supersedes the others. */
export const publish = (deps: Deps, actor: Actor, uuid: string): Promise<string> =>
  changing(deps, actor, uuid, async (doing, playbook) => {
    onlyDraft(playbook)
    if (!contentOf(playbook).modules.some(({ tasks }) => tasks.length > 0))
      throw invalid('content', 'A playbook without a task cannot be published.')
    const versions = (await versionsNamed(doing, playbook.name)).filter((one) => one.is_archived === 0)
    const newer = versions.find(({ id }) => id > playbook.id)
    if (newer)
      throw invalid('state', `Version ${newer.version} is newer. Archive it first, or publish that one.`)
    const before = versions.filter(({ state }) => state === 'published').map((one) => one.uuid)
    await changeVersions(doing, before, { state: 'superseded' })
    await changeVersions(doing, [playbook.uuid], { state: 'published' })
  })

/** Archives the superseded versions too, or one of them would become the last of its name. */
export const archive = (deps: Deps, actor: Actor, uuid: string): Promise<string> =>
  changing(deps, actor, uuid, async (doing, playbook) => {
    const versions = await versionsNamed(doing, playbook.name)
    const old = playbook.state === 'published' ? versions.filter(({ state }) => state === 'superseded') : []
    const gone = [playbook.uuid, ...old.map((one) => one.uuid)]
    await changeVersions(doing, gone, { is_archived: 1 })
  })

/** A version with newer ones returns as superseded, since clients take the last of a name as current. */
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

/** The version number of a draft under a new name; refused when the name has newer versions. */
const numberUnder = async (doing: Doing, { uuid, id, version, name: old }: PlaybookRow, name: string) => {
  if (name === old) return version
  const others = (await versionsNamed(doing, name)).filter((one) => one.uuid !== uuid)
  if (others.some((one) => one.id > id))
    throw invalid('name', 'A newer playbook has this name. Make a new version of that one.')
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

/** Refused when the draft changed since the form was shown. */
export const editDraft = (
  deps: Deps,
  actor: Actor,
  uuid: string,
  { action, form }: { action: string; form: Form },
): Promise<string> =>
  changing(deps, actor, uuid, async (doing, playbook) => {
    onlyDraft(playbook)
    if (form['revision'] !== revisionOf(playbook))
      throw invalid('revision', 'Somebody changed this draft meanwhile. This is how it is now.')
    await changeRow(doing, 'playbook', playbook.uuid, await edited(doing, playbook, action, form))
  })
