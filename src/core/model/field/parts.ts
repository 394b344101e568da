/**
 * Hand-coded parts that YAML may name. The console's registries are typed by these lists: a part without code does not
 * compile.
 */
export const VIEWS = ['login', 'notFound', 'welcome', 'password', 'security', 'manual'] as const
export type ViewName = (typeof VIEWS)[number]

/** Controls that a form's field may name instead of the default of its kind. */
export const FORM_CONTROLS = ['menus', 'checkboxes', 'grants'] as const
export type FormControlName = (typeof FORM_CONTROLS)[number]

/** Built-in dictionaries without a file: the labels of calls and of entities. */
export const CALLS = 'calls'
export const ENTITIES = 'entities'
/** Dictionary of how near a limit is: what fields of the kind `limit` are filtered by. */
export const LIMIT_STATES = 'limitState'
/** A limit is near from so many working days on. */
export const LIMIT_SOON = 3
/** Up to so many working days words say how long there is; further off the day itself says more. */
export const LIMIT_MOST = 30
/** What the server writes as the action of changes that it makes by itself; no call has this name. */
export const SYSTEM_ACTION: [name: string, label: string] = ['system', '系统自动']
/** Names in the operation log beside the entities: settings that the server stores for each person. */
export const OWN_THINGS: [name: string, label: string][] = [
  ['secondFactor', '动态验证'],
  ['view', '视图'],
  ['draft', '草稿'],
  ['preference', '个人设置'],
  ['networkTool', '网络工具'],
  ['signIn', '签到'],
  ['figureLock', '报表锁定'],
]
