/** Tables of evidence: queue of captures, chain of manifests, codes that open a document without sign-in. */
export const EVIDENCE_TABLES = [
  `create table if not exists sys_capture (
     "evidenceId" text primary key, status text not null, "createdAt" bigint not null, "beatAt" bigint not null, `
    + 'tries integer not null default 0)',
  'create index if not exists sys_capture_status on sys_capture (status, "createdAt")',
  `create table if not exists sys_evidence_chain (
     "customerId" text not null, seq integer not null, "evidenceId" text not null unique, manifest text not null, `
    + `hash text not null, previous text not null,
     token text, "tokenAt" timestamp(0), "triedAt" bigint not null default 0, problem text, `
    + '"createTime" timestamp(0) not null, primary key ("customerId", seq))',
  'create index if not exists sys_evidence_chain_waiting on sys_evidence_chain ("triedAt") where token is null',
  `create table if not exists sys_evidence_code (
     "codeHash" text primary key, "evidenceId" text not null, "userId" text not null, `
    + `"createTime" timestamp(0) not null, "expiresAt" bigint not null,
     revoked smallint not null default 0, openings integer not null default 0, "lastOpening" timestamp(0))`,
  'create index if not exists sys_evidence_code_evidence on sys_evidence_code ("evidenceId")',
  // trigger: a manifest cannot be changed; only its time stamp may be added later
  `create or replace function sys_evidence_stays() returns trigger language plpgsql as $$
     begin raise exception 'the chain of evidence is not changed' using errcode = 'insufficient_privilege'; end $$`,
  `create or replace trigger sys_evidence_stays before delete or update of "customerId", seq, `
    + `"evidenceId", manifest, hash, previous
     on sys_evidence_chain for each row execute function sys_evidence_stays()`,
]
