import type { Api } from '../../../../server/support/api.ts'
import { SUBJECT } from '../../../../server/support/site.ts'

/** The calls of each carrier, and a record that may be saved: what the table-driven tests go through. */
const calls = (base: string, list: string, prefix = '') => {
  const path = (word: string): string =>
    `/api-im/${base}/${prefix === '' ? word : prefix + word.charAt(0).toUpperCase() + word.slice(1)}`
  return {
    list: `/api-im/${base}/${list}`,
    one: path('queryOne'),
    save: path('save'),
    delete: path('delete'),
    verify: path('verify'),
    label: path('label'),
    shelve: path('shelve'),
    bury: path('bury'),
  }
}

const URL = 'https://new.example/'
export const CARRIERS = [
  {
    entity: 'eshop',
    kind: '1',
    title: 'shopName',
    ...calls('eshop', 'eshopList'),
    fields: { shopUrl: URL, platformName: '1', ...SUBJECT },
  },
  {
    entity: 'website',
    kind: '2',
    title: 'siteName',
    ...calls('website', 'websiteList'),
    fields: { siteUrl: URL, domain: 'new-carrier.example', siteType: '1', ...SUBJECT },
  },
  {
    entity: 'platform',
    kind: '3',
    title: 'platformName',
    ...calls('platform', 'platformList'),
    fields: { platformUrl: URL, platformKind: '1', icpNo: '皖ICP备00000001号-1', ...SUBJECT },
  },
  {
    entity: 'inPlatform',
    kind: '4',
    title: 'operatorName',
    ...calls('inPlatform', 'inPlatformList'),
    fields: { shopUrl: URL, ...SUBJECT },
  },
  {
    entity: 'cater',
    kind: '5',
    title: 'shopName',
    ...calls('dataCenter', 'takeoutList', 'takeout'),
    fields: { shopUrl: URL, platformName: '20', permitNo: 'JY23404020000011', ...SUBJECT },
  },
  {
    entity: 'wechat',
    kind: '6',
    title: 'accountName',
    ...calls('wechat', 'wechatList'),
    fields: { accountType: '1', hasMall: 1, mallUrl: URL, ...SUBJECT },
  },
  {
    entity: 'app',
    kind: '7',
    title: 'appName',
    ...calls('app', 'appList'),
    fields: { downloadUrl: URL, appStore: '1', icpNo: '皖ICP备00000001号-1A', ...SUBJECT },
  },
  {
    entity: 'miniProgram',
    kind: '8',
    title: 'appletName',
    ...calls('applet', 'appletList'),
    fields: { host: '1', icpNo: '皖ICP备00000001号-1X', ...SUBJECT },
  },
] as const
export type Carrier = (typeof CARRIERS)[number]

/** An operator is one of a platform that its writer may read. */
export async function fieldsFor(api: Api, token: string, { entity, fields }: Carrier): Promise<object> {
  return entity === 'inPlatform'
    ? { ...fields, platformId: (await api.first('/api-im/platform/platformList', token))['uniqueId'] }
    : fields
}
