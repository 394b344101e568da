import type { TableRow } from '../../../server/db/database.ts'
import type { SignedIn } from '../../../server/access/signed-in.ts'
import { demoPeople, roleIdsOf, unitOf } from './accounts.ts'
import type { DemoDocument } from './documents.ts'
import { areaLevel } from '../../../server/session/user.ts'
import { personName } from './words.ts'

/** Somebody of the demonstration who has a name, beside the accounts, which are called after what they may do. */
interface Colleague {
  like: string
  username: string
  name: string
  area: string
  department: string | undefined
  /** path of the demo.yaml that names whom they are like */
  file: string
}

const COUNT = 2
const NATION = '000000'

/** The colleagues of each account, then the staff of units that have no account. */
function colleagues({ accounts, staff }: DemoDocument): Colleague[] {
  const beside = Object.entries(accounts)
    .filter(([, { area }]) => area !== NATION)
    .map(([like, { area, department }]) => ({ like, area, department, tag: like, file: '' }))
  const more = staff.flatMap(({ like, areas, department, file }) =>
    areas.map(area => ({ like, area, department, file, tag: `${like.split('_')[0] ?? like}_${area}` })),
  )
  let n = 0
  return [...beside, ...more].flatMap(({ tag, ...one }) =>
    Array.from({ length: COUNT }, (_, i) => ({
      ...one,
      username: `${tag}_${i + 1}`,
      name: personName(n++),
    })),
  )
}

/** Colleagues as rights see them; `orgName` is what their unit is called. */
export function staffPeople(demo: DemoDocument, nameOf: (org: string) => string): SignedIn[] {
  const named = {
    ...demo,
    accounts: Object.fromEntries(colleagues(demo).map(one => [one.username, accountOf(demo, one)])),
  }
  return [...demoPeople(named), ...demoPeople(demo)].map(one => ({ ...one, orgName: nameOf(one.orgId) }))
}

type Account = DemoDocument['accounts'][string]

function accountOf({ accounts }: DemoDocument, { like, area, department, name, file }: Colleague): Account {
  const model = accounts[like]
  if (!model) throw new Error(`${file} has staff like ${like}, whom no demo.yaml knows`)
  return {
    area,
    name,
    roles: model.roles,
    ...(model.customer === undefined ? {} : { customer: model.customer }),
    ...(department === undefined ? {} : { department }),
  }
}

export const staffRows = (demo: DemoDocument, entered: (nth: number) => string): TableRow[] =>
  colleagues(demo).map((one, i) => {
    const { roles, customer } = accountOf(demo, one)
    return {
      id: `user-${one.username}`,
      username: one.username,
      nickName: one.name,
      phone: `1380001${String(1000 + i)}`,
      customerId: customer ?? '',
      areaCode: one.area,
      orgId: unitOf(one.area, one.department),
      roleIds: roleIdsOf(roles),
      userLevel: String(areaLevel(one.area)),
      enabled: 1,
      createTime: entered(i),
      updateTime: entered(i),
      pwdTime: entered(i),
      delFlag: 0,
    }
  })
