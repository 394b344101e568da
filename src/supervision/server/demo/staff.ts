import type { TableRow } from '../../../server/db/database.ts'
import type { SignedIn } from '../../../server/access/signed-in.ts'
import { certificateOf, demoPeople, roleIdsOf, unitOf } from './accounts.ts'
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
  /** duties in cases, which the law keeps apart from investigating */
  duties: readonly string[]
  /** path of the demo.yaml that names whom they are like */
  file: string
}

const COUNT = 2
const NATION = '000000'
/** Levels of areas whose bureaus decide cases; what is below acts in the name of its county. */
const BUREAUS = new Set([2, 3])

/** Who else works in a unit: every one has a head, and a bureau its reviewer and its leader. */
const dutiesOf = (area: string, department: string | undefined): readonly (readonly string[])[] => [
  ...(areaLevel(area) < 2 ? [] : [['caseHead']]),
  ...(department === undefined && BUREAUS.has(areaLevel(area))
    ? [['caseReviewer', 'legalReviewer'], ['caseLeader']]
    : []),
]

/** The colleagues of each account, then the staff of units that have no account. */
function colleagues({ accounts, staff }: DemoDocument): Colleague[] {
  const beside = Object.entries(accounts)
    .filter(([, { area }]) => area !== NATION)
    .map(([like, { area, department }]) => ({ like, area, department, tag: like, file: '' }))
  const more = staff.flatMap(({ like, areas, department, file }) =>
    areas.map(area => ({ like, area, department, file, tag: `${like.split('_')[0] ?? like}_${area}` })),
  )
  const all = [...beside, ...more]
  const plain = all.flatMap(one => Array.from({ length: COUNT }, (_, i) => ({ ...one, nth: i + 1, duties: [] })))
  const official = all.flatMap(one =>
    dutiesOf(one.area, one.department).map((duties, i) => ({ ...one, nth: COUNT + i + 1, duties })),
  )
  return [...plain, ...official].map(({ tag, nth, ...one }, n) => ({
    ...one,
    username: `${tag}_${nth}`,
    name: personName(n),
  }))
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

function accountOf({ accounts }: DemoDocument, { like, area, department, name, file, duties }: Colleague): Account {
  const model = accounts[like]
  if (!model) throw new Error(`${file} has staff like ${like}, whom no demo.yaml knows`)
  return {
    area,
    name,
    roles: [...model.roles, ...duties],
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
      certNo: certificateOf(one.area, i),
      roleIds: roleIdsOf(roles),
      userLevel: String(areaLevel(one.area)),
      enabled: 1,
      createTime: entered(i),
      updateTime: entered(i),
      pwdTime: entered(i),
      delFlag: 0,
    }
  })
