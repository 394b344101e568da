/** Queue of collecting runs: at most one run for each task, over all instances. */
export const COLLECT_TABLES = [
  `create table if not exists sys_collect (
     "taskId" text primary key, "logId" text not null, "userId" text not null, status text not null, `
    + '"createdAt" bigint not null, "beatAt" bigint not null)',
]
