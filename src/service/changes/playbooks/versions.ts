import type { Actor, Deps, Doing } from '../../deps.ts'
import { hashOf } from '../../hash-of.ts'
import { invalid, notFound } from '../../refusals.ts'
import { contentOf, type PlaybookContent } from '../../store/playbooks/content.ts'
import { changeVersions, versionsNamed } from '../../store/playbooks/playbooks.ts'
import { addRow, changeRow, findRow, type PlaybookRow } from '../../store/rows.ts'
import { asAdmin } from '../as-admin.ts'
import { detailsIn, editContent } from './edits.ts'
import type { Form } from './lists.ts'

/** A change of one version. Its uuid comes back, or that of the version that was made of it. */
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

/** What a form of the editor was made from: it changes with every change of the draft. */
export const revisionOf = ({ name, description, duration_days: duration, content }: PlaybookRow): string =>
  hashOf(JSON.stringify([name, description, duration, content])).slice(0, 16)

const draft = { state: 'draft', is_archived: 0 } as const

/** A draft with nothing in it yet, under a name of its own. */
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

/** A draft copied from this version, the newest of its name. */
export const newVersion = (deps: Deps, actor: Actor, uuid: string): Promise<string> =>
  changing(deps, actor, uuid, async (doing, { id: _id, org: _org, ...copied }) => {
    const versions = await versionsNamed(doing, copied.name)
    const version = Math.max(...versions.map((one) => one.version)) + 1
    const made = { ...copied, ...draft, uuid: deps.newUuid(), version, created_at: deps.now() }
    await addRow(doing, 'playbook', made)
    return made.uuid
  })

/**
 * Clients take the last entry of a name for its current version, so that only the last can be published; the
 * published ones before it are superseded.
 */
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

/** With a published version go those that it superseded: none of them becomes the last of the name again. */
export const archive = (deps: Deps, actor: Actor, uuid: string): Promise<string> =>
  changing(deps, actor, uuid, async (doing, playbook) => {
    const versions = await versionsNamed(doing, playbook.name)
    const old = playbook.state === 'published' ? versions.filter(({ state }) => state === 'superseded') : []
    const gone = [playbook.uuid, ...old.map((one) => one.uuid)]
    await changeVersions(doing, gone, { is_archived: 1 })
  })

/**
 * Back among those that projects are made from. A version that others stand behind comes back superseded, since
 * clients take the last entry of a name for its current version; a draft is a draft again.
 */
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

/** The number of a draft under a name; a name whose newer versions stand already is refused. */
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

/** One edit of a draft; refused when somebody else changed it since the form was shown. */
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
