import { createHash } from 'node:crypto'
import pg from 'pg'
import type { RunningService } from '../../src/service/service.ts'

const tables = ['project', 'external_link', 'module', 'task']

const letterCount = 7

/** The made-up word that the n-th project's name begins with, as the server makes it. */
export const wordOf = (n: number): string =>
  String.fromCharCode(
    ...[...createHash('md5').update(String(n)).digest().subarray(0, letterCount)].map(
      (byte) => 97 + (byte % 26),
    ),
  )

/** Generates on the server the rows the service would write for this many projects with one task each. */
const inserts = (demo: RunningService['demo'], size: number) => {
  const org = `'${demo.organizationUuid}'`
  const person = `'${demo.apiUserUuid}'`
  const series = `generate_series(1, ${size}) n`
  const uuid = (kind: string) => `cast(md5('${kind}' || n) as uuid)::text`
  const letters = Array.from({ length: letterCount }, (_, at) => `chr(97 + get_byte(h, ${at}) % 26)`)
  const word = `(select initcap(${letters.join(' || ')}) from (select decode(md5(n::text), 'hex') as h) x)`
  const name = `${word} || ' ' || n || case when n <= 100 then ' – Pilot' else ' – Standard Onboarding' end`
  return [
    `insert into project (uuid, org, name, name_search, description, account_uuid, owner_uuid, playbook_uuid,
      state, start_date, due_date, created_by, created_at, version)
      select ${uuid('project')}, ${org}, ${name}, lower(${name}), 'Made by the benchmark.',
      '${demo.accounts.globex.uuid}', '${demo.people.dana.uuid}', '${demo.playbooks.published}',
      'Active', '2026-11-23', '2027-01-22', ${person}, 1790000000000 + n, 1 from ${series}`,
    `update project_total set active = active + ${size} where org = ${org}`,
    `insert into external_link (uuid, org, project_uuid, integration_uuid, external_id)
      select ${uuid('link')}, ${org}, ${uuid('project')}, '${demo.organizationUuid}', 'crm-' || n from ${series}`,
    `insert into module (uuid, org, project_uuid, name, portal_name, created_by, modified_by, position,
      is_archived, created_at, modified_at)
      select ${uuid('module')}, ${org}, ${uuid('project')}, 'Kickoff', 'Kickoff', ${person}, ${person}, 1, 0, 0, 0
      from ${series}`,
    `insert into task (uuid, org, project_uuid, module_uuid, name, detail, status, created_by, modified_by,
      position, is_internal, is_archived, in_order, collect_feedback, require_all_answered, created_at)
      select ${uuid('task')}, ${org}, ${uuid('project')}, ${uuid('module')}, 'Hold the call', '', 'Not started',
      ${person}, ${person}, 1, 0, 0, 0, 0, 0, 0 from ${series}`,
  ]
}

/**
 * Fills a migrated database with projects. Its indexes are rebuilt after the rows, which is many times
 * faster. True if one of them is the trigram index.
 */
export const fillProjects = async (
  databaseUrl: string,
  demo: RunningService['demo'],
  size: number,
): Promise<boolean> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = any($1) and indexname not like '%_pkey'`,
    [tables],
  )
  await client.query(`set maintenance_work_mem = '256MB'`)
  for (const { indexname } of rows) await client.query(`drop index ${client.escapeIdentifier(indexname)}`)
  for (const insert of inserts(demo, size)) await client.query(insert)
  for (const { indexdef } of rows) await client.query(indexdef)
  await client.query('vacuum analyze')
  await client.end()
  return rows.some(({ indexdef }) => indexdef.includes('gin_trgm_ops'))
}
