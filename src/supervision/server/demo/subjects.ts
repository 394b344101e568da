import { likely, madeUpUscc } from './carriers.ts'
import { keyOf, type Generating } from './ground/generating.ts'
import type { DemoPlace } from './places.ts'
import { TRADES, type Subject, type Trade } from './trades.ts'
import { BRANDS, COOPERATIVE, FORMS, MARK, personName, ROADS } from './words.ts'

const MOST_PEOPLE = 1600
const WEIGHTED = TRADES.map(trade => [trade, trade.weight] as const)
const STATUS = [
  ['正常（存续）', 952],
  ['注销', 20],
  ['停业/歇业', 14],
  ['吊销', 6],
  ['查无', 5],
  ['迁出', 3],
] as const

/** '谢家集区' → '谢家集'; what has two signs stays. */
export const shortName = (name: string): string => (name.length > 2 ? name.replace(/(自治)?[区县市旗]$/, '') : name)

/** A name that nobody of the demonstration has yet. */
function freeName(g: Generating, place: DemoPlace, kind: string, form: string): { brand: string; subjectName: string } {
  for (let tries = 0; ; tries++) {
    const brand = g.random.pick(BRANDS) + (tries > 4 ? g.random.pick(BRANDS) : '')
    const subjectName = `${place.countyName}${brand}${kind}${MARK}${form}`
    if (g.taken.has(subjectName) && tries < 20) continue
    g.taken.add(subjectName)
    return { brand, subjectName }
  }
}

/** `kind`: what it calls itself, where that is not its trade. */
export function subjectAt(
  g: Generating,
  place: DemoPlace,
  serial: number,
  own?: { trade: Trade; kind: string },
): Subject {
  const { random } = g
  const trade = own?.trade ?? random.weighted(WEIGHTED)
  const farmers = trade.category === '农产品' && random.chance(0.45)
  const { form, subjectType, prefix } = farmers ? COOPERATIVE : random.early(FORMS)
  const kind = own?.kind ?? trade.trade
  const { brand, subjectName } = freeName(g, place, kind, form)
  const row = {
    subjectName,
    uscc_dim: madeUpUscc(prefix, place.county, serial),
    subjectType: keyOf(g.dictionary('subjectType'), subjectType),
    legalPerson: personName(random.int(0, MOST_PEOPLE - 1)),
    regAddress: `${place.fullName}${random.pick(ROADS)}${random.int(1, 400)}号`,
    regOrg: `${place.countyName}市场监督管理局`,
    companyStatus: likely(g, 'companyStatus', STATUS),
    contactPhone: `1380000${String(random.int(0, 9999)).padStart(4, '0')}`,
    jurisdictionOrg: g.bureauOf(place.areaCode),
  }
  return { row, name: `${brand}${kind}`, trade, brand }
}
