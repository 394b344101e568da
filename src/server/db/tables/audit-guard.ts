/**
 * The audit trail is written and read; whoever has the server's own connection changes and removes nothing of it
 * either.
 */
export const AUDIT_GUARD = [
  `create or replace function sys_audit_stays() returns trigger language plpgsql as $$
     begin raise exception 'the audit trail is not changed' using errcode = 'insufficient_privilege'; end $$`,
  'create or replace trigger sys_audit_stays before update or delete on sys_audit for each row execute function '
    + 'sys_audit_stays()',
]
