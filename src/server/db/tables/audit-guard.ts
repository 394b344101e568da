/** Triggers that refuse updates and deletes of the audit trail, even over the server's own connection. */
export const AUDIT_GUARD = [
  `create or replace function sys_audit_stays() returns trigger language plpgsql as $$
     begin raise exception 'the audit trail is not changed' using errcode = 'insufficient_privilege'; end $$`,
  'create or replace trigger sys_audit_stays before update or delete on sys_audit for each row execute function '
    + 'sys_audit_stays()',
]
