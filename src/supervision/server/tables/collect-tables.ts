/** Collecting that waits or runs: at most one run of a task at a time, whichever instance is at it. */
export const COLLECT_TABLES = [
  `create table if not exists sys_collect (
     "taskId" text primary key, "logId" text not null, "userId" text not null, status text not null, `
    + '"createdAt" bigint not null, "beatAt" bigint not null)',
]
