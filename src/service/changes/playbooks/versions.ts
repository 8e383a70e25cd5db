import type { Tx } from '../../store/database.ts'
import { searchable } from '../../store/like.ts'
import { holdOrganization } from '../../store/people/organizations.ts'
import { addVersion, changeVersions, findVersion, versionsNamed } from '../../store/playbooks/versions.ts'
import type { PlaybookRow } from '../../store/rows.ts'
import { actingPerson } from '../../access.ts'
import type { Actor, Deps } from '../../deps.ts'
import { hashOf } from '../../hash-of.ts'
import type { PlaybookContent } from '../../store/playbooks/content.ts'
import { detailsIn, editContent } from './edits.ts'
import { invalid, notFound } from '../../refusals.ts'
import { onlyAdmin } from '../people/keys.ts'

type Form = Readonly<Record<string, unknown>>

/** One change at a time in an organization, so that numbers and the order of versions are of one mind. */
const changing = <R>(
  deps: Deps,
  actor: Actor,
  uuid: string,
  work: (tx: Tx, playbook: PlaybookRow) => Promise<R>,
): Promise<R> =>
  deps.database.transaction(async (tx) => {
    onlyAdmin(await actingPerson(tx.sql, actor))
    await holdOrganization(tx.sql, deps.database.engine, actor.org)
    const playbook = await findVersion(tx.sql, actor.org, uuid)
    if (!playbook) throw notFound('Playbook')
    return work(tx, playbook)
  })

const onlyDraft = (playbook: PlaybookRow) => {
  if (playbook.state !== 'draft' || playbook.is_archived === 1)
    throw invalid('state', 'Only a draft can be changed. Make a new version of it.')
}

/** What a form of the editor was made from: it changes with every change of the draft. */
export const revisionOf = ({ name, description, duration_days: duration, content }: PlaybookRow): string =>
  hashOf(JSON.stringify([name, description, duration, content])).slice(0, 16)

/** A draft with nothing in it yet, under a name of its own. */
export const beginPlaybook = (deps: Deps, actor: Actor, form: Form): Promise<string> =>
  deps.database.transaction(async (tx) => {
    onlyAdmin(await actingPerson(tx.sql, actor))
    await holdOrganization(tx.sql, deps.database.engine, actor.org)
    const { name, description, duration_days: days } = detailsIn(form)
    if ((await versionsNamed(tx.sql, actor.org, name)).length > 0)
      throw invalid('name', 'A playbook has this name. Make a new version of that one.')
    const uuid = deps.newUuid()
    const content: PlaybookContent = { roles: [], modules: [] }
    await addVersion(tx.sql, {
      uuid,
      org: actor.org,
      name,
      name_search: searchable(name),
      description: description ?? '',
      version: 1,
      state: 'draft',
      is_archived: 0,
      duration_days: days,
      content: JSON.stringify(content),
      created_at: deps.now(),
    })
    return uuid
  })

/** A draft copied from this version, the newest of its name. */
export const newVersion = (deps: Deps, actor: Actor, uuid: string): Promise<string> =>
  changing(deps, actor, uuid, async (tx, { id: _id, ...copied }) => {
    const versions = await versionsNamed(tx.sql, actor.org, copied.name)
    const draft = deps.newUuid()
    await addVersion(tx.sql, {
      ...copied,
      uuid: draft,
      version: Math.max(...versions.map(({ version }) => version)) + 1,
      state: 'draft',
      is_archived: 0,
      created_at: deps.now(),
    })
    return draft
  })

/**
 * Clients take the last entry of a name for its current version, so that only the last can be published; the
 * published ones before it are superseded.
 */
export const publish = (deps: Deps, actor: Actor, uuid: string): Promise<string> =>
  changing(deps, actor, uuid, async (tx, playbook) => {
    onlyDraft(playbook)
    const content = JSON.parse(playbook.content) as PlaybookContent
    if (!content.modules.some(({ tasks }) => tasks.length > 0))
      throw invalid('content', 'A playbook without a task cannot be published.')
    const versions = (await versionsNamed(tx.sql, actor.org, playbook.name)).filter(
      (one) => one.is_archived === 0,
    )
    const newer = versions.find(({ id }) => id > playbook.id)
    if (newer)
      throw invalid('state', `Version ${newer.version} is newer. Archive it first, or publish that one.`)
    const before = versions.filter(({ state }) => state === 'published').map((one) => one.uuid)
    await changeVersions(tx.sql, actor.org, before, { state: 'superseded' })
    await changeVersions(tx.sql, actor.org, [playbook.uuid], { state: 'published' })
    return playbook.uuid
  })

/** With a published version go those that it superseded: none of them becomes the last of the name again. */
export const archive = (deps: Deps, actor: Actor, uuid: string): Promise<string> =>
  changing(deps, actor, uuid, async (tx, playbook) => {
    const versions = await versionsNamed(tx.sql, actor.org, playbook.name)
    const old = playbook.state === 'published' ? versions.filter(({ state }) => state === 'superseded') : []
    const gone = [playbook.uuid, ...old.map((one) => one.uuid)]
    await changeVersions(tx.sql, actor.org, gone, { is_archived: 1 })
    return playbook.uuid
  })

/**
 * Back among those that projects are made from. A version that others stand behind comes back superseded, since
 * clients take the last entry of a name for its current version; a draft is a draft again.
 */
export const unarchive = (deps: Deps, actor: Actor, uuid: string): Promise<string> =>
  changing(deps, actor, uuid, async (tx, playbook) => {
    const live = (await versionsNamed(tx.sql, actor.org, playbook.name)).filter(
      (one) => one.is_archived === 0 && one.uuid !== playbook.uuid,
    )
    const state =
      playbook.state === 'published' && live.some((one) => one.state === 'published' && one.id > playbook.id)
        ? 'superseded'
        : playbook.state
    const older = live.filter((one) => one.state === 'published' && one.id < playbook.id)
    if (state === 'published')
      await changeVersions(
        tx.sql,
        actor.org,
        older.map((one) => one.uuid),
        { state: 'superseded' },
      )
    await changeVersions(tx.sql, actor.org, [playbook.uuid], { state, is_archived: 0 })
    return playbook.uuid
  })

/** The number of a draft under a name; a name whose newer versions stand already is refused. */
const numberUnder = async (tx: Tx, { org, uuid, id, version, name: old }: PlaybookRow, name: string) => {
  if (name === old) return version
  const others = (await versionsNamed(tx.sql, org, name)).filter((one) => one.uuid !== uuid)
  if (others.some((one) => one.id > id))
    throw invalid('name', 'A newer playbook has this name. Make a new version of that one.')
  return Math.max(0, ...others.map((one) => one.version)) + 1
}

/** One edit of a draft; refused when somebody else changed it since the form was shown. */
export const editDraft = (
  deps: Deps,
  actor: Actor,
  uuid: string,
  { action, form }: { action: string; form: Form },
): Promise<string> =>
  changing(deps, actor, uuid, async (tx, playbook) => {
    onlyDraft(playbook)
    if (form['revision'] !== revisionOf(playbook))
      throw invalid('revision', 'Somebody changed this draft meanwhile. This is how it is now.')
    if (action === 'details') {
      const { name, description, duration_days: days } = detailsIn(form)
      await changeVersions(tx.sql, actor.org, [playbook.uuid], {
        name,
        name_search: searchable(name),
        version: await numberUnder(tx, playbook, name),
        description: description ?? '',
        duration_days: days,
      })
    } else {
      const before = JSON.parse(playbook.content) as PlaybookContent
      const content = editContent(before, { action, form }, deps.newUuid)
      await changeVersions(tx.sql, actor.org, [playbook.uuid], { content: JSON.stringify(content) })
    }
    return playbook.uuid
  })
