import type { Said } from './look.ts'

/** Sections 1, 2, 8 and 9: titles, constants and limits. */
const constant = (words: string, name: string, is: unknown): Said => ({ words, seen: look => look.constant(name), is })

export const CONSTANTS: readonly Said[] = [
  { words: '1 default title', seen: look => look.app().title, is: '大数据网络监测平台' },
  {
    words: '1 area name plus network transaction data monitoring platform',
    seen: look => look.app().customerTitle,
    is: '{areaName}网络交易数据监测平台',
  },
  {
    words: '1 four regional hosts map to four titles, one of competition policy and big data',
    seen: look => Object.values(look.app().hosts ?? {}),
    is: [
      '福建省网络市场监管平台',
      '竞争政策与大数据监测平台',
      '淮南市药械妆网络销售监测监管平台',
      '贵州省网络交易监测平台',
    ],
  },
  { words: '1 languages zh, en', seen: look => look.app().languages, is: ['zh', 'en'] },
  { words: '1 default language zh', seen: look => look.app().language, is: 'zh' },
  { words: '1 sidebar logo off', seen: look => look.app().header.sidebarLogo, is: false },
  {
    words: '1 the copyright is hidden for one customer and shown to all others',
    seen: look => [look.app().footer.shown, look.where(customer => !look.app({ customer }).footer.shown)],
    is: [true, ['115622']],
  },
  constant('2 back-to-top after more than 100 px', 'backToTop', 100),
  constant('2 click lock 1000 ms', 'menuClickLock', 1000),
  constant('2 page sizes 10, 20, 30, 50', 'pageSizes', [10, 20, 30, 50]),
  constant('2 pager count 7', 'pagerCount', 7),
  constant('2 pager count 5 in narrow windows', 'pagerCountNarrow', 5),
  constant('2 narrow is under 992 px', 'narrowBelow', 992),
  constant('2 scrolls to the top over 800 ms', 'scrollDuration', 800),
  constant('2 print preview 打印预览', 'printTitle', '打印预览'),
  constant('9 print preview stacking order 20002', 'printZIndex', 20_002),
  constant('3 sidebar width 250', 'sidebarWidth', 250),
  constant('3 token in the cookie Token', 'tokenCookie', 'Token'),
  constant('5 click guard 1000 ms', 'clickGuard', 1000),
  constant('5 password from 6', 'passwordMin', 6),
  constant('5 password to 18', 'passwordMax', 18),
  { words: '7 production base', seen: look => look.app().api.base, is: '/prod-api' },
  { words: '7 file base', seen: look => look.app().api.fileBase, is: '/file' },
  { words: '7 tenant default', seen: look => look.app().api.tenant, is: '/api-huainan' },
  constant('7 default map region 370000', 'mapRegion', '370000'),
  constant('7 HTTP timeout', 'httpTimeout', 300_000),
  constant('7 clue count page size 10', 'clueCountSize', 10),
  constant('7 illegal source 9999', 'clueCountSource', 9999),
  {
    words: '7 illegal source 9999 is all of them',
    seen: ({ configuration }) =>
      configuration
        .scope({})
        .entities()
        .find(({ name }) => name === 'illegalResult')
        ?.fields.find(({ name }) => name === 'illegalSource')?.all,
    is: 9999,
  },
  constant('8 other errors are shown 1 second', 'errorDuration', 1000),
  constant('8 batch errors 5000 ms', 'batchErrorDuration', 5000),
  constant('8 chunk load 120 s', 'chunkTimeout', 120_000),
  constant('8 JSONP 5000 ms', 'scriptTimeout', 5000),
  constant('9 header date refresh 3600000 ms', 'dateRefresh', 3_600_000),
]

const call = (name: string, method: string, path: string, names: string[]): Said => ({
  words: `7 ${method} ${path}`,
  seen: look => look.call(name),
  is: { method, path, names },
})

/** Section 7: calls whose arguments it names. */
export const CALLS: readonly Said[] = [
  call('user.password', 'PUT', '/api-user/users/password', ['id', 'newPassword', 'oldPassword']),
  call('assign.delete', 'GET', '/api/assign/delete', ['assignId']),
  call('assign.inspectIllegal', 'GET', '/api/assign/inspectIllegalDetail', ['assignId']),
  call('website.delete', 'GET', '/api/website/delete', ['uniqueId', 'del_content']),
  call('case.delete', 'GET', '/api/wjCase/delete', ['id']),
  call('label.delete', 'GET', '/api/wjLabelManage/delete', ['id']),
  call('taskSpecial.deleteOne', 'GET', '/api/wjTaskSpecial/deleteByTaskId', ['taskId']),
  call('illegalResult.one', 'GET', '/api/ivIdIllegalResult/viewsDetail', ['illegalId']),
  call('illegalResult.files', 'GET', '/api/ivIdIllegalResult/fileList', ['resultId']),
  call('networkTool.save', 'POST', '/api-im/data/count/saveNetworkQuery', ['desc', 'url']),
  call('networkTool.delete', 'GET', '/api-im/data/count/deleteNetworkQuery', ['id']),
  call('business.byUscc', 'GET', '/api-common/apis/v1/business/query-uscc/{code}', ['code']),
]
