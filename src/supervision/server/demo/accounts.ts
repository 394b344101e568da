import type { Regions } from '../../../server/access/regions.ts'
import { ALL_GRANTED } from '../../../core/model/roles.ts'
import { areaPrefix } from '../../../core/model/scope.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { areaLevel, grantedBy } from '../../../server/session/user.ts'
import type { SignedIn } from '../../../server/access/signed-in.ts'
import type { DemoDocument } from './documents.ts'

/** What `npm run demo:accounts` prints. */
export interface DemoAccount {
  username: string
  password: string
  nickName: string
  customerId: string
  areaCode: string
  areaLevel: number
  roles: string[]
}

export const demoAccounts = ({ accounts, password }: DemoDocument): DemoAccount[] =>
  Object.entries(accounts).map(([username, { area, customer, name, roles }]) => ({
    username,
    password,
    nickName: name,
    customerId: customer ?? '',
    areaCode: area,
    areaLevel: areaLevel(area),
    roles,
  }))

/** The accounts as rights see them, before there is any database. */
export const demoPeople = ({ accounts, roles }: DemoDocument): SignedIn[] =>
  Object.entries(accounts).map(([username, { area, customer, name, roles: codes, department }]) => ({
    id: `user-${username}`,
    username,
    nickName: name,
    customerId: customer ?? '',
    areaCode: area,
    areaLevel: areaLevel(area),
    mustChange: false,
    orgId: unitOf(area, department),
    orgName: '',
    ...grantedBy(
      codes.flatMap(code =>
        roles[code]
          ? [
              {
                code,
                name: roles[code].name,
                level: roles[code].level,
                menus: null,
                buttons: buttonsOf(roles[code]),
                scope: roles[code].dataScope,
              },
            ]
          : [],
      ),
    ),
  }))

const TOWN = 4
const bureauId = (area: string): string => `org-${area}`
const departmentId = (area: string, name: string): string => `org-${area}-${name}`
export const unitOf = (area: string, department: string | undefined): string =>
  department ? departmentId(area, department) : bureauId(area)
export const roleIdsOf = (roles: readonly string[]): string => roles.map(role => `role-${role}`).join(',')

/** The nearest area above that has a bureau. */
function parentOf(area: string, areas: ReadonlySet<string>): string | null {
  const prefix = areaPrefix(area)
  for (let length = prefix.length === 9 ? 6 : prefix.length - 2; length >= 0; length -= 2) {
    const above = prefix.slice(0, length).padEnd(6, '0')
    if (areas.has(above)) return bureauId(above)
  }
  return null
}

/** Areas that have a bureau because somebody works there, in the order of the document. */
const staffedAreas = (demo: DemoDocument): string[] => [
  ...Object.values(demo.accounts).map(account => account.area),
  ...Object.keys(demo.departments),
  ...demo.staff.flatMap(({ areas }) => areas),
]

export interface Organisations {
  rows: TableRow[]
  bureauOf(area: string): string
  sectionOf(area: string, name: string): string | undefined
}

export function organisations(
  demo: DemoDocument,
  regions: Regions,
  customerOf: (area: string) => string,
): Organisations {
  const areas = new Set(staffedAreas(demo))
  const bureaus = [...areas].map((area, sort) => {
    const town = areaLevel(area) === TOWN
    return {
      orgId: bureauId(area),
      orgName: `${regions.nameOf(area)}市场监管${town ? '所' : '局'}`,
      parentId: parentOf(area, areas),
      orgType: town ? '5' : '1',
      areaCode: area,
      customerId: customerOf(area),
      sort,
      delFlag: 0,
    }
  })
  const departments = Object.entries(demo.departments).flatMap(([area, names]) =>
    Object.entries(names).map(([name, orgType], sort) => ({
      orgId: departmentId(area, name),
      orgName: name,
      parentId: bureauId(area),
      orgType,
      areaCode: area,
      customerId: customerOf(area),
      sort,
      delFlag: 0,
    })),
  )
  const bureauOf = (area: string): string => (areas.has(area) ? bureauId(area) : (parentOf(area, areas) ?? ''))
  const sectionOf = (area: string, name: string): string | undefined => {
    const found = Object.keys(demo.departments[area] ?? {}).find(one => one.startsWith(name))
    return found === undefined ? undefined : departmentId(area, found)
  }
  return { rows: [...bureaus, ...departments], bureauOf, sectionOf }
}

/** Of a workflow of which a role of the demonstration names some buttons, it grants these, of all others every one. */
const buttonsOf = ({ buttons = [] }: Pick<DemoDocument['roles'][string], 'buttons'>): string[] => [
  ALL_GRANTED,
  ...buttons,
]

export const roleRows = ({ roles }: DemoDocument, now: string): TableRow[] =>
  Object.entries(roles).map(([code, role]) => ({
    id: `role-${code}`,
    code,
    name: role.name,
    // a customer's own roles are nobody else's
    customerId: role.customer ?? '',
    level: role.level,
    dataScope: role.dataScope,
    buttons: buttonsOf(role),
    createTime: now,
    updateTime: now,
    delFlag: 0,
  }))

/** Number of a made-up enforcement certificate: the area, and who of its people. */
export const certificateOf = (area: string, nth: number): string => `${area.slice(0, 6)}${String(20001 + nth)}`

export const userRows = (demo: DemoDocument, now: string): TableRow[] =>
  Object.entries(demo.accounts).map(([username, { area, customer, name, roles, department }], i) => ({
    id: `user-${username}`,
    username,
    nickName: name,
    phone: `1380000${String(9000 + i)}`,
    customerId: customer ?? '',
    areaCode: area,
    orgId: unitOf(area, department),
    certNo: certificateOf(area, 50000 + i),
    roleIds: roleIdsOf(roles),
    userLevel: String(areaLevel(area)),
    enabled: 1,
    createTime: now,
    updateTime: now,
    pwdTime: now,
    delFlag: 0,
  }))
