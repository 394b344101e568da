import type { DataChange } from '../../../server/db/tables/product-tables.ts'
import { quote } from './keep-view.ts'

/**
 * Records of tasks held the key of the view over all carriers, to which no page leads. A carrier's own key may begin
 * like that: one that there is stays. One that is gone for good is cut like the others, because a draw still names it.
 */
const ownKeys = (entity: string): DataChange => ({
  what: `keys ${entity}`,
  entities: [entity, 'carrier'],
  statement: `update ${quote(entity)} t set "objectId" = substr(t."objectId", length(t."objectKind") + 2)
    where t."objectId" like t."objectKind" || '-%' and not exists (
      select from carrier c where c."uniqueId" = t."objectKind" || '-' || t."objectId")`,
})

/** A column that says of whom a record is, from the record that it is about. */
const subjects = (entity: string, of: string, join: string): DataChange => ({
  what: `subjects ${entity}`,
  entities: [entity, of],
  statement: `update ${quote(entity)} t set "uscc_dim" = o."uscc_dim" from ${quote(of)} o
    where ${join} and t."uscc_dim" is null and o."uscc_dim" is not null`,
})

/** Whoever saw the area of a library saw it as long as nothing said with whom it is shared. */
const shareLibraries: DataChange = {
  what: 'share subLibrary',
  entities: ['subLibrary'],
  statement: `update "subLibrary" set "shareScope" = '3' where coalesce("shareScope", '') = ''`,
}

/** Codes were made before evidence said how many it has. */
const countedCodes: DataChange = {
  what: 'codes evidence',
  entities: ['evidence'],
  statement: `update evidence t set codes = (
      select count(*) from sys_evidence_code c where c."evidenceId" = t.id and c.revoked = 0)
    where t.codes is null or exists (select from sys_evidence_code c where c."evidenceId" = t.id)`,
}

/** Evidence of a thing that is called what a natural person is called, from before evidence said so. */
const namedAfterPersons: DataChange = {
  what: 'persons evidence',
  entities: ['evidence'],
  statement: `update evidence set "ofPerson" = 1
    where "ofPerson" is null and "subjectType" = '4' and "objectName" = "subjectName"`,
}

/** Operators of whom one of two fields said what they are, from before a save kept the two alike. */
const kindsOfOperators: DataChange = {
  what: 'kinds inPlatform',
  entities: ['inPlatform'],
  statement: `update "inPlatform" set "operatorKind" = coalesce("operatorKind", "subjectType"),
      "subjectType" = coalesce("subjectType", "operatorKind")
    where ("operatorKind" is null) <> ("subjectType" is null)`,
}

/** Rows from before a column, or from when it was kept otherwise. Each may be repeated. */
export const DATA_CHANGES: readonly DataChange[] = [
  shareLibraries,
  ownKeys('specialRecord'),
  ownKeys('randomSample'),
  subjects('evidence', 'illegalResult', 'o."resultId" = t."resultId"'),
  subjects('evidence', 'case', 'o.id = t."caseId"'),
  subjects(
    'evidence',
    'carrier',
    `o.url = t."targetUrl" and coalesce(o."customerId", '') = coalesce(t."customerId", '')
      and coalesce(t."resultId", '') = '' and coalesce(t."caseId", '') = ''`,
  ),
  countedCodes,
  namedAfterPersons,
  kindsOfOperators,
  subjects('labelRelation', 'carrier', `o."uniqueId" = t."objectKind" || '-' || t."objectId"`),
]
