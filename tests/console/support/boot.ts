import type { UserInfo } from '../../../src/core/contract/api.ts'
import type { AppFacts, Boot } from '../../../src/core/contract/configuration.ts'

export const appFacts: AppFacts = {
  title: '大数据网络监测平台',
  customerTitle: '{areaName}网络交易数据监测平台',
  hosts: { 'one.example': '一省网络市场监管平台' },
  languages: ['zh', 'en'],
  language: 'zh',
  header: { sidebarLogo: false },
  footer: { text: '', shown: false },
  api: { base: '/prod-api', fileBase: '/file', clientId: 'webApp', clientSecret: 'webApp', tenant: '' },
  constants: {},
  options: {},
}
export const user: UserInfo = {
  id: 'u1',
  username: 'a',
  nickName: '张三',
  customerId: 'c1',
  sysCustomer: { customerId: 'c1', areaName: '某市' },
  sysOrg: { orgId: 'o', orgName: '某局' },
  sysRoles: [],
  sysArea: { areaCode: '110000', areaName: '某市', areaLevel: 2 },
  areaCode: '110000',
  userLevel: 2,
}
export const boot = (more: Partial<Boot> = {}): Boot => ({
  manifest: { version: 'v1', pages: {}, app: appFacts, locales: {} },
  user,
  menu: [],
  ...more,
})
