import type { TableRow } from '../../../server/db/database.ts'
import { anyKey } from './carriers.ts'
import type { Generating } from './ground/generating.ts'
import type { Shown } from './register.ts'

/** dictionaries/objectKind */
const SHOP = '1'
const SITE = '2'
const PLATFORM = 'shopPlatform'

const shared = (g: Generating, row: TableRow): TableRow => ({
  ...Object.fromEntries(
    ['uscc_dim', 'subjectName', 'subjectType', 'areaCode', 'customerId', 'createTime', 'updateTime'].map(name => [
      name,
      row[name] ?? null,
    ]),
  ),
  reportYear: String(new Date(g.now).getUTCFullYear() - 1),
  webPlatFormType: anyKey(g, 'webPlatFormType'),
  webGoodsType: anyKey(g, 'webGoodsType'),
  eCommerceType: anyKey(g, 'ecommerceType'),
  delFlag: 0,
})

/** What a subject reports of a shop or site that is known, as people copy it. */
const reported = (g: Generating, { kind, key, title, row }: Shown): TableRow => ({
  ...shared(g, row),
  id: `demo-annual-${key}`,
  objectKind: kind,
  webSitName: title,
  webSite: String(row['shopUrl'] ?? row['siteUrl']).replace(/\/$/, g.random.chance(0.5) ? '' : '/'),
  icpBackNO: row['icpNo'] ?? null,
  belongPlatFormName:
    kind === SHOP ? (g.dictionary(PLATFORM).find(([code]) => code === row['platformName'])?.[1] ?? null) : null,
  sendAddress: row['shipAddress'] ?? null,
  backAddress: row['returnAddress'] ?? null,
})

/** One that nobody has found yet. */
const unfound = (g: Generating, { key, title, row }: Shown): TableRow => ({
  ...shared(g, row),
  id: `demo-annual-${key}-2`,
  objectKind: SITE,
  webSitName: `${title}（自建站）`,
  webSite: `https://reported-${key.replace('demo-', '')}.example/`,
  weChatPublicNO: g.random.chance(0.4) ? `${title}服务号` : null,
})

/** Half of the subjects with a shop or a site name it in their annual report; some name another one, too. */
export function annualReportRows(g: Generating, carriers: readonly Shown[]): TableRow[] {
  const named = carriers.filter(({ kind, row }) => (kind === SHOP || kind === SITE) && row['uscc_dim'])
  return named
    .filter(() => g.random.chance(0.5))
    .flatMap(carrier => [reported(g, carrier), ...(g.random.chance(0.3) ? [unfound(g, carrier)] : [])])
}
