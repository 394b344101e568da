import type { SignedIn } from '../../../server/access/signed-in.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { keyOf, type Generating } from './ground/generating.ts'
import type { Found } from './clue-carriers.ts'
import type { Goal } from './clue-goals.ts'
import type { ClueInput, Hands } from './clue-input.ts'
import { PERCEPTIONS, type Matter } from './clue-words.ts'
import { itemKey, modelKey } from './illegal-items.ts'
import type { Shown } from './register.ts'

/** Sources of a clue that no machine has found: a person has entered it, confirmed as it is. */
const BY_PEOPLE: readonly (readonly [string, number])[] = [
  ['网络巡查', 8],
  ['12315投诉举报', 9],
  ['上级交办', 3],
  ['部门移送', 2],
  ['媒体舆情', 1],
  ['人工上报', 3],
]
const BY_MACHINES: readonly (readonly [string, number])[] = [
  ['系统监测', 54],
  ['定向监测', 8],
  ['价格监测', 2],
]

export interface Beginning {
  source: string
  entered: boolean
}

export function beginningOf({ g }: ClueInput, { through }: Goal): Beginning {
  // what was entered by people is never excluded as a wrong hit
  const entered = through[0] === '10' && g.random.chance(0.28)
  return { source: g.random.weighted(entered ? BY_PEOPLE : BY_MACHINES), entered }
}

const foundBy = (input: ClueInput, { sender }: Hands): SignedIn | undefined => input.ground.staff.of(sender)[0]

/** What it stands on. */
const objectOf = (g: Generating, carrier: Shown): TableRow => ({
  objectKind: carrier.kind,
  objectId: carrier.key || null,
  objectName: carrier.title,
  objectUrl: carrier.url ?? `https://${carrier.key.replace('demo-', '')}.example/`,
  platformName: platformOf(g, carrier),
  subjectName: carrier.row['subjectName'] ?? null,
  subjectType: carrier.row['subjectType'] ?? null,
  uscc_dim: carrier.row['uscc_dim'] ?? null,
})

const matterOf = (g: Generating, matter: Matter, word: string): TableRow => ({
  illegalCategory: keyOf(g.dictionary('illegalCategory'), matter.category),
  illegalDesc: matter.seen.replace('{word}', word),
  lawBasis: matter.law,
  illegalId: itemKey(matter.item),
  riskLevel: keyOf(g.dictionary('riskLevel'), matter.risk),
  productField: matter.product ? keyOf(g.dictionary('yxzField'), matter.product) : null,
})

/** A clue as it was found; its times come when it is known what became of it. */
export function startRow(input: ClueInput, made: Found, hands: Hands, serial: number, began: Beginning): TableRow {
  const { g } = input
  const { carrier, matter } = made
  const { row } = carrier
  const word = g.random.pick(matter.words)
  const by = began.entered ? foundBy(input, hands) : undefined
  const machine = began.source === '系统监测'
  return {
    resultId: `demo-clue-${String(serial).padStart(6, '0')}`,
    customerId: row['customerId'] ?? null,
    areaCode: row['areaCode'] ?? null,
    delFlag: 0,
    createBy: by?.id ?? null,
    foundBy: by?.id ?? null,
    curOrg: hands.sender,
    sendOrg: null,
    curUser: null,
    finishState: 0,
    overdue: 0,
    illegalSource: keyOf(g.dictionary('illegalSource'), began.source),
    ...objectOf(g, carrier),
    ...matterOf(g, matter, word),
    hitWords: began.entered ? null : word,
    amountInvolved: g.random.chance(0.55) ? (g.random.skewed(900) + 3) * 100 : null,
    orgType: keyOf(g.dictionary('orgType'), finderOf(serial, began)),
    perceptualModel: machine ? (PERCEPTIONS[serial % PERCEPTIONS.length] ?? '') : null,
    modelId: machine ? modelKey(matter.category) : null,
    supervise: 0,
  }
}

/** Whose work a clue is: agencies are hired to monitor, platforms report what they find among their operators. */
function finderOf(serial: number, { entered }: Beginning): string {
  if (entered) return serial % 5 === 0 ? '平台' : '市场监管局'
  return serial % 3 === 0 ? '第三方监测机构' : '市场监管局'
}

/** A platform's code is the same whatever stands on it; of a platform itself it is a name, and others have none. */
const platformOf = (g: Generating, { row }: Shown): TableRow[string] =>
  g.dictionary('carrierPlatform').find(([key]) => key === row['platformName'])?.[0] ?? null
