import { DatabaseSync } from 'node:sqlite'

const channelThen = (doc: string): string => {
  const {
    team_id: _team,
    connected_team_ids: connected,
    ...channel
  } = JSON.parse(doc) as {
    team_id: string
    connected_team_ids: string[]
  }
  return JSON.stringify({ ...channel, is_ext_shared: connected.length > 0 })
}

/** Makes a closed file what it was before there was a second workspace. */
export const makeOlder = (path: string): void => {
  const database = new DatabaseSync(path)
  database.exec(`
    delete from person where json_extract(doc, '$.team_id') = 'T0PARTNERS';
    delete from channel where id in ('C0PARTNERS', 'C0WINGTIP', 'C0UMBRA', 'C0PGENERAL', 'D0NADIA', 'D0OMAR');
    drop table installation;
    drop table token;
  `)
  const update = database.prepare('update channel set doc = ? where id = ?')
  for (const { id, doc } of database.prepare('select id, doc from channel').all())
    update.run(channelThen(String(doc)), String(id))
  database.close()
}
