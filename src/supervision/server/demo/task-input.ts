import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import type { Generating } from './ground/generating.ts'
import type { Shown } from './register.ts'

/** What made-up tasks stand on. */
export interface TaskInput {
  g: Generating
  orgs: readonly TableRow[]
  users: readonly TableRow[]
  /** shops, sites and platforms, with their names and kinds */
  objects: readonly TaskObject[]
  clues: readonly TableRow[]
}
export type TaskObject = Shown
export const urlOf = ({ row }: TaskObject): string | null =>
  String(row['shopUrl'] ?? row['siteUrl'] ?? row['platformUrl'] ?? row['url'] ?? '') || null

/** A bureau with the units below it that carry out what it publishes. */
export interface Publisher {
  org: TableRow
  area: string
  prefix: string
  customerId: string
  units: TableRow[]
  staffed: TableRow[]
  by: TableRow | undefined
  objects: TaskObject[]
  clues: TableRow[]
}

/** dictionaries/objectKind: what made-up tasks are about */
const KINDS = new Set(['1', '2'])
export const shopsAndSites = (things: readonly TaskObject[]): TaskObject[] =>
  things.filter(({ kind }) => KINDS.has(kind))

const text = (row: TableRow, name: string): string => String(row[name] ?? '')
export const prefixOf = (area: string): string => (area.length > 6 ? area : area.replace(/(00)+$/, ''))

const isBureau = (org: TableRow): boolean => text(org, 'orgId') === `org-${text(org, 'areaCode')}`
const ofCustomer =
  (customerId: string) =>
  (row: TableRow): boolean =>
    text(row, 'customerId') === customerId

/** Bureaus of provinces, cities or counties that have units with staff below them. */
export function publishers({ orgs, users, objects, clues }: TaskInput, digits: number): Publisher[] {
  return orgs
    .filter(org => isBureau(org) && prefixOf(text(org, 'areaCode')).length === digits)
    .flatMap(org => {
      const [area, customerId] = [text(org, 'areaCode'), text(org, 'customerId')]
      const prefix = prefixOf(area)
      const staffed = new Set(users.map(user => text(user, 'orgId')))
      const below = orgs.filter(
        one =>
          one !== org
          && text(one, 'areaCode').startsWith(prefix)
          && staffed.has(text(one, 'orgId'))
          && ofCustomer(customerId)(one),
      )
      const within = (row: TableRow): boolean =>
        text(row, 'areaCode').startsWith(prefix) && ['', customerId].includes(text(row, 'customerId'))
      if (below.length === 0) return []
      // a bureau gives its tasks to the bureaus of the next level, where there are any
      const next = below.filter(one => isBureau(one) && prefixOf(text(one, 'areaCode')).length === prefix.length + 2)
      const units = next.length > 0 ? next : below
      return [
        {
          org,
          area,
          prefix,
          customerId,
          units,
          staffed: below,
          by: users.find(user => user['orgId'] === org['orgId']),
          objects: objects.filter(({ row }) => within(row)),
          clues: clues.filter(within),
        },
      ]
    })
}

const DAY_MS = 86_400_000
export const dayFrom = ({ now }: Generating, days: number): string => chinaTime(now + days * DAY_MS).slice(0, 10)
export const timeFrom = ({ now }: Generating, days: number): string => chinaTime(now + days * DAY_MS)

export const stamps = (
  g: Generating,
  { customerId, by }: Pick<Publisher, 'customerId' | 'by'>,
  days: number,
): TableRow => ({
  customerId,
  createBy: by?.['id'] ?? null,
  createTime: timeFrom(g, -days),
  updateTime: timeFrom(g, -Math.max(0, days - 3)),
  delFlag: 0,
})
export const objectColumns = ({ kind, key, title, row }: TaskObject): TableRow => ({
  objectKind: kind,
  objectId: key,
  objectName: title,
  objectUrl: urlOf({ kind, key, title, row }),
  subjectName: row['subjectName'] ?? null,
  subjectType: row['subjectType'] ?? null,
  uscc_dim: row['uscc_dim'] ?? null,
  areaCode: row['areaCode'] ?? null,
})
