/**
 * What the console keeps for its users, beside the business: their settings, drafts, selections, jobs and files.
 * Values that the console alone reads are kept as the text they came as: jsonb would lose the order of columns.
 */
export const CONSOLE_TABLES = [
  `create table if not exists sys_preference (
     "userId" text not null, key text not null, value text not null, "updateTime" timestamp(0) not null, primary key ("userId", key))`,
  `create table if not exists sys_view (
     id text primary key, "userId" text not null, route text not null, name text not null, query text not null,
     shared smallint not null default 0, "createTime" timestamp(0) not null, "updateTime" timestamp(0) not null)`,
  'create index if not exists sys_view_route on sys_view (route, "userId")',
  `create table if not exists sys_draft (
     "userId" text not null, form text not null, record text not null, "values" text not null, "savedAt" timestamp(0) not null,
     primary key ("userId", form, record))`,
  `create table if not exists sys_selection (
     id text primary key, "userId" text not null, call text not null, keys text not null, capped smallint not null, "createdAt" bigint not null)`,
  `create table if not exists sys_job (
     id text primary key, "userId" text not null, kind text not null, total integer not null, done integer not null default 0,
     ok integer not null default 0, cancelled smallint not null default 0, finished smallint not null default 0, taken smallint not null default 0,
     error text, results text, "fileName" text, "createdAt" bigint not null, "beatAt" bigint not null)`,
  'create index if not exists sys_job_user on sys_job ("userId", finished)',
  `create table if not exists sys_file (
     id text primary key, "userId" text not null, name text not null, type text not null, size bigint not null, sha256 text not null,
     "createTime" timestamp(0) not null)`,
  'create index if not exists sys_file_user on sys_file ("userId", "createTime")',
  `create table if not exists sys_file_use (
     "fileId" text not null, entity text not null, "objectId" text not null, primary key ("fileId", entity, "objectId"))`,
  `create table if not exists sys_network_tool (
     id text primary key, "userId" text not null, "desc" text not null, url text not null, "createTime" timestamp(0) not null)`,
  'create index if not exists sys_network_tool_user on sys_network_tool ("userId")',
  // whose area an entry of the audit trail belongs to
  'alter table sys_audit add column if not exists "areaCode" text',
  'alter table sys_audit add column if not exists "customerId" text',
  'alter table sys_audit add column if not exists "nickName" text',
]
