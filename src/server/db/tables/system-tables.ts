import { AUDIT_GUARD } from './audit-guard.ts'
import { CONSOLE_TABLES } from './console-tables.ts'

/** Tables that no entity describes: sessions, passwords, the audit trail. `sys_` keeps them apart from entities. */
export const SYSTEM_TABLES = [
  'create table if not exists sys_meta (name text primary key, value text not null)',
  `create table if not exists sys_credential (
     "userId" text primary key, hash text not null, "mustChange" smallint not null default 0,
     failures integer not null default 0, "lockedUntil" bigint)`,
  `create table if not exists sys_session (
     "tokenHash" text primary key, "userId" text not null, "createdAt" bigint not null,
     "expiresAt" bigint not null, ip text)`,
  'create index if not exists sys_session_user on sys_session ("userId")',
  `create table if not exists sys_audit (
     id bigserial primary key, time timestamp(0) not null, "userId" text, username text, action text not null,
     entity text not null, "objectId" text, before jsonb, after jsonb, ip text)`,
  'create index if not exists sys_audit_object on sys_audit (entity, "objectId")',
  'create index if not exists sys_audit_time on sys_audit (time)',
  'create table if not exists sys_throttle (client text primary key, tries integer not null, since bigint not null)',
  'alter table sys_throttle add column if not exists "lastAt" bigint',
  // attempts that are being judged, and when the last of them began
  'alter table sys_throttle add column if not exists pending integer not null default 0, '
    + 'add column if not exists "pendingAt" bigint',
  // browser that a session is bound to (hash of its device cookie), its description, and time of last use
  'alter table sys_session add column if not exists "deviceHash" text',
  'alter table sys_session add column if not exists agent text',
  'alter table sys_session add column if not exists "usedAt" bigint',
  `create table if not exists sys_device (
     "deviceHash" text not null, "userId" text not null, "usedAt" bigint not null, primary key ("deviceHash",
     "userId"))`,
  'create index if not exists sys_device_user on sys_device ("userId")',
  // second factors: in use once "enabledAt" is set; "lastStep" is the step of the last accepted code, "drift" and
  // "found" the offset of the phone's clock
  `create table if not exists sys_totp (
     "userId" text primary key, secret text not null, "enabledAt" bigint, "lastStep" bigint,
     drift integer not null default 0, found bigint, salt text)`,
  'create table if not exists sys_recovery ("userId" text not null, hash text not null, primary key ("userId", hash))',
  'create table if not exists sys_rate (client text not null, minute bigint not null, n integer not null, '
    + 'primary key (client, minute))',
  'create table if not exists sys_guess ("userId" text primary key, since bigint not null, prints text[] not null)',
  'create table if not exists sys_once (id text primary key, print text not null, answer text, "createdAt" '
    + 'bigint not null)',
  // the place in the log behind which lies all that somebody has written: replicas must have reached it
  'create table if not exists sys_written ("userId" text primary key, position pg_lsn not null)',
  // which PostgreSQL this is: copies carry the row along, and so tell which primary they follow
  'create table if not exists sys_primary (one boolean primary key default true check (one), system text not null, '
    + 'timeline integer not null, incarnation text not null)',
  // unlogged: emptied when the server has crashed, or a copy takes its place, and places in sys_written are lost
  'create unlogged table if not exists sys_incarnation (one boolean primary key default true check (one), '
    + 'id text not null)',
  ...CONSOLE_TABLES,
  ...AUDIT_GUARD,
]
