/**
 * Tables of the console: settings, drafts, selections, jobs and files of users. JSON that only the console reads is
 * stored as text, because jsonb would lose the order of columns.
 */
export const CONSOLE_TABLES = [
  `create table if not exists sys_preference (
     "userId" text not null, key text not null, value text not null, "updateTime" timestamp(0) not null,
     primary key ("userId", key))`,
  // who has read which message; older ones than app.yaml says count as read without it
  `create table if not exists sys_message_read (
     "userId" text not null, "messageId" text not null, "readTime" timestamp(0) not null,
     primary key ("userId", "messageId"))`,
  'create index if not exists sys_message_read_message on sys_message_read ("messageId")',
  `create table if not exists sys_view (
     id text primary key, "userId" text not null, route text not null, name text not null, query text not null,
     shared smallint not null default 0, "createTime" timestamp(0) not null, "updateTime" timestamp(0) not null)`,
  'create index if not exists sys_view_route on sys_view (route, "userId")',
  `create table if not exists sys_draft (
     "userId" text not null, form text not null, record text not null, "values" text not null,
     "savedAt" timestamp(0) not null,
     primary key ("userId", form, record))`,
  `create table if not exists sys_selection (
     id text primary key, "userId" text not null, call text not null, keys text not null, capped smallint not null,
     "createdAt" bigint not null)`,
  `create table if not exists sys_job (
     id text primary key, "userId" text not null, kind text not null, total integer not null,
     done integer not null default 0,
     cancelled smallint not null default 0, finished smallint not null default 0, taken smallint not null default 0,
     error text, "fileName" text, "createdAt" bigint not null, "beatAt" bigint not null)`,
  'create index if not exists sys_job_user on sys_job ("userId", finished)',
  // the request, and the instance that works on it: another instance can continue after a crash
  `alter table sys_job add column if not exists request text, add column if not exists keys text,
      add column if not exists ip text,
     add column if not exists worker text, add column if not exists tries integer not null default 0`,
  'create index if not exists sys_job_waiting on sys_job ("createdAt") where finished = 0',
  // one row for each finished or failed row of a batch, written in the transaction of the row's change
  `create table if not exists sys_job_row (
     "jobId" text not null, key text not null, attempt text not null, code text not null, msg text not null,
     primary key ("jobId", key))`,
  // how many of them there are; jobs from before these were counted are counted once
  'alter table sys_job add column if not exists ok integer, alter column ok set default 0',
  `update sys_job j set done = r.rows, ok = r.ok
     from (select "jobId", count(*) as rows, count(*) filter (where code = '1') as ok from sys_job_row group by 1) r
     where r."jobId" = j.id and j.ok is null`,
  // changes of a batch that can be undone: entry of the audit trail with the former values, and how the row stood then
  `create table if not exists sys_job_undo (
     "jobId" text not null, seq bigserial not null, key text not null, entity text not null, "objectId" text not null,
     "auditId" bigint not null, print text not null, primary key ("jobId", seq))`,
  'alter table sys_job add column if not exists "undoneBy" text',
  `create table if not exists sys_file (
     id text primary key, "userId" text not null, name text not null, type text not null, size bigint not null,
     sha256 text not null,
     "createTime" timestamp(0) not null)`,
  'create index if not exists sys_file_user on sys_file ("userId", "createTime")',
  'create index if not exists sys_file_time on sys_file ("createTime", id)',
  `create table if not exists sys_file_use (
     "fileId" text not null, entity text not null, "objectId" text not null, primary key ("fileId", entity,
     "objectId"))`,
  `create table if not exists sys_network_tool (
     id text primary key, "userId" text not null, "desc" text not null, url text not null,
     "createTime" timestamp(0) not null)`,
  'create index if not exists sys_network_tool_user on sys_network_tool ("userId")',
  // who has signed in on which day, the server's day in China
  `create table if not exists sys_sign_in (
     "userId" text not null, day date not null, "signTime" timestamp(0) not null, primary key ("userId", day))`,
  // the numbers of a page, a period and an area as they were locked; what was unlocked stays, as a former version
  `create table if not exists sys_figure_lock (
     id text primary key, page text not null, period text not null, area text not null, "customerId" text not null,
     version integer not null, "userId" text not null, "userName" text not null, "unitName" text not null,
     "lockTime" timestamp(0) not null, body text not null, sha256 text not null,
     "unlockedBy" text, "unlockedName" text, "unlockTime" timestamp(0), reason text)`,
  `create unique index if not exists sys_figure_lock_version
     on sys_figure_lock (page, period, area, "customerId", version)`,
  `create unique index if not exists sys_figure_lock_active
     on sys_figure_lock (page, period, area, "customerId") where "unlockTime" is null`,
  // area of the acting user, for the row scope of the operation log
  'alter table sys_audit add column if not exists "areaCode" text',
  'alter table sys_audit add column if not exists "customerId" text',
  'alter table sys_audit add column if not exists "nickName" text',
]
