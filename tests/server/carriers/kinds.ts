/** The calls of each carrier: what the table-driven tests go through. */
export const CARRIERS = [
  { entity: 'eshop', title: 'shopName', list: '/api-im/eshop/eshopList', one: '/api-im/eshop/queryOne' },
  { entity: 'website', title: 'siteName', list: '/api-im/website/websiteList', one: '/api-im/website/queryOne' },
  { entity: 'platform', title: 'platformName', list: '/api-im/platform/platformList', one: '/api-im/platform/queryOne' },
  { entity: 'inPlatform', title: 'operatorName', list: '/api-im/inPlatform/inPlatformList', one: '/api-im/inPlatform/queryOne' },
  { entity: 'cater', title: 'shopName', list: '/api-im/dataCenter/takeoutList', one: '/api-im/dataCenter/takeoutQueryOne' },
  { entity: 'wechat', title: 'accountName', list: '/api-im/wechat/wechatList', one: '/api-im/wechat/queryOne' },
  { entity: 'app', title: 'appName', list: '/api-im/app/appList', one: '/api-im/app/queryOne' },
  { entity: 'miniProgram', title: 'appletName', list: '/api-im/applet/appletList', one: '/api-im/applet/queryOne' },
] as const
