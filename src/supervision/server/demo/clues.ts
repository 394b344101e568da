import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { keyOf, type Generating } from './carriers.ts'
import { courseTo, type Course } from './clue-steps.ts'
import { MATTERS, PERCEPTIONS, type Matter } from './clue-words.ts'
import { itemKey } from './illegal-items.ts'
import type { DemoDocument } from './documents.ts'

/** A made-up clue stands on a made-up shop or website. */
export interface Carrier {
  kind: '网店' | '网站'
  row: TableRow
}
/** Units through whose hands a clue goes. */
export interface Hands {
  above: string
  sender: string
  handler: string
}
export interface MadeClue {
  row: TableRow
  course: Course
  hands: Hands
  matter: Matter
}

const CLOSED = new Set(['已办结', '已立案', '已撤销', '已归档'])
/** What comes often stands often. */
const STATES = [
  '00',
  '10',
  '20',
  '30',
  '60',
  '20',
  '30',
  '50',
  '80',
  '40',
  '15',
  '65',
  '35',
  '70',
  '30',
  '00',
  '60',
  '20',
]

const carrierName = ({ kind, row }: Carrier): string => String(row[kind === '网店' ? 'shopName' : 'siteName'])
const carrierUrl = ({ kind, row }: Carrier): string => String(row[kind === '网店' ? 'shopUrl' : 'siteUrl'])

const cityOf = (area: string): string => `${area.slice(0, 4)}00`
const provinceOf = (area: string): string => `${area.slice(0, 2)}0000`

/** Where a bureau has sections, they have their products' clues, and brigades do some of a county's work. */
function handsOf(g: Generating, area: string, { product }: Matter): Hands {
  const { random } = g
  const county = area.slice(0, 6)
  const brigade = random.chance(0.3) ? g.sectionOf(county, '执法') : undefined
  return {
    above: g.bureauOf(provinceOf(area)) || g.bureauOf(cityOf(area)),
    sender: (product && g.sectionOf(cityOf(area), product)) ?? g.bureauOf(cityOf(area)),
    handler: brigade ?? g.bureauOf(random.chance(0.4) ? area : county),
  }
}

/** Whose turn it is in a state, and who gave it. */
function turnOf(state: string, { above, sender, handler }: Hands): { curOrg: string; sendOrg: string | null } {
  if (['20', '30', '35', '65'].includes(state)) return { curOrg: handler, sendOrg: sender }
  if (state === '15') return { curOrg: above, sendOrg: sender }
  return { curOrg: sender, sendOrg: ['40', '50', '60', '80'].includes(state) ? handler : null }
}

function clue(g: Generating, carrier: Carrier, serial: number): MadeClue {
  const { random } = g
  const { row, kind } = carrier
  const area = String(row['areaCode'])
  const state = STATES[serial % STATES.length] ?? '00'
  const sectioned = g.sectionOf(cityOf(area), '药品') !== undefined
  const matter = random.pick(sectioned && random.chance(0.85) ? MATTERS.filter(({ product }) => product) : MATTERS)
  const hands = handsOf(g, area, matter)
  const course = courseTo(g, state)
  const closed = CLOSED.has(g.dictionary('workflow/clue').find(([key]) => key === state)?.[1] ?? '')
  const found = chinaTime(course.found)
  const late = [course.limit, course.step].some(limit => limit !== '' && limit < chinaTime(g.now))
  const word = random.pick(matter.words)
  return {
    course,
    hands,
    matter,
    row: {
      resultId: `demo-clue-${String(serial).padStart(6, '0')}`,
      clueNo: `XS${area.slice(0, 6)}${found.slice(0, 10).replaceAll('-', '')}${String(serial).padStart(5, '0')}`,
      customerId: row['customerId'],
      areaCode: area,
      createTime: found,
      delFlag: 0,
      foundTime: found,
      updateTime: chinaTime(course.since),
      stateTime: chinaTime(course.since),
      limitTime: course.limit,
      stepTime: course.step,
      overdue: !closed && late ? 1 : 0,
      finishState: closed ? 1 : 0,
      resultStatus: state,
      ...turnOf(state, hands),
      illegalSource: random.early(g.dictionary('illegalSource').filter(([, label]) => label !== '全部'))[0],
      objectKind: keyOf(g.dictionary('objectKind'), kind),
      objectId: row['uniqueId'],
      objectName: carrierName(carrier),
      objectUrl: carrierUrl(carrier),
      platformName: row['platformName'] ?? '',
      subjectName: row['subjectName'],
      subjectType: row['subjectType'],
      uscc_dim: row['uscc_dim'],
      illegalCategory: keyOf(g.dictionary('illegalCategory'), matter.category),
      illegalDesc: matter.seen.replace('{word}', word),
      hitWords: word,
      lawBasis: matter.law,
      illegalId: itemKey(matter.item),
      riskLevel: keyOf(g.dictionary('riskLevel'), matter.risk),
      amountInvolved: random.skewed(500_000),
      orgType: keyOf(g.dictionary('orgType'), '市场监管局'),
      perceptualModel: PERCEPTIONS[serial % PERCEPTIONS.length] ?? '',
      productField: matter.product ? keyOf(g.dictionary('yxzField'), matter.product) : '',
      supervise: random.chance(0.1) ? 1 : 0,
    },
  }
}

const EVERY = 8

/** About one carrier in eight has a clue, or as many as the demonstration says for an area. */
export function madeClues(g: Generating, carriers: readonly Carrier[], records: DemoDocument['records']): MadeClue[] {
  const chosen = records.flatMap(({ area, clues }) => {
    const here = carriers.filter(({ row }) => String(row['areaCode']).startsWith(area))
    const count = clues ?? Math.ceil(here.length / EVERY)
    return Array.from({ length: count }, (_, i) => here[Math.floor((i * here.length) / count)]).filter(
      carrier => carrier !== undefined,
    )
  })
  return chosen.map((carrier, at) => clue(g, carrier, at + 1))
}
