import { DUTIES } from '../../../core/model/roles.ts'
import type { SchemaChange } from './schema-changes.ts'

/**
 * Earlier versions took a role that names no button of a workflow for one that grants them all. Now that nothing named
 * grants nothing, roles that were there say so by `*`, and grant what they granted; an earlier version, should one go
 * back to it, passes over the word. Once in the life of a database, wherever it is restored to: later roles that name
 * nothing are meant so.
 */
/**
 * Earlier versions let whoever was of a level manage users and read logs. Roles that were there name these duties now,
 * so that nobody loses or gains any: levels limit them as before.
 */
export const ROLE_DUTIES: SchemaChange = {
  what: 'data role.buttons: duties',
  statement: `with begun as (
      insert into sys_meta (name, value) values ('role duties', 'named') on conflict do nothing returning name)
    update "role" set buttons = case when jsonb_typeof(buttons) = 'array' then buttons else '[]' end
      || '${JSON.stringify(DUTIES)}'
    where exists (select 1 from begun)`,
  once: true,
}

export const ROLE_GRANTS: SchemaChange = {
  what: 'data role.buttons: *',
  statement: `with begun as (
      insert into sys_meta (name, value) values ('role grants', 'named') on conflict do nothing returning name)
    update "role" set buttons = case when jsonb_typeof(buttons) = 'array' then buttons else '[]' end || '["*"]'
    where exists (select 1 from begun)`,
  once: true,
}
