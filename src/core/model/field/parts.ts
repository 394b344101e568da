/** Hand-coded parts that YAML may name. The console's registries are typed by these lists, so neither can lack one. */
export const VIEWS = ['login', 'notFound', 'welcome', 'password', 'security'] as const
export type ViewName = (typeof VIEWS)[number]

/** Controls that a field of a form names instead of the one of its kind. */
export const FORM_CONTROLS = ['menus', 'checkboxes'] as const
export type FormControlName = (typeof FORM_CONTROLS)[number]

export const WIDGETS = [] as const satisfies readonly string[]

/** Dictionaries that no file writes: labels of the calls, and of the entities. */
export const CALLS = 'calls'
export const ENTITIES = 'entities'
/** What the operation log names beside the entities: things that the server keeps for a person. */
export const OWN_THINGS: [name: string, label: string][] = [
  ['secondFactor', '动态验证'],
  ['view', '视图'],
  ['draft', '草稿'],
  ['preference', '个人设置'],
  ['networkTool', '网络工具'],
]
