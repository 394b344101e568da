/** Hand-coded parts that YAML may name. The console's registries are typed by these lists, so neither can lack one. */
export const VIEWS = ['login', 'notFound', 'welcome', 'password'] as const
export type ViewName = (typeof VIEWS)[number]

/** Controls that a field of a form names instead of the one of its kind. */
export const FORM_CONTROLS = ['menus', 'checkboxes'] as const
export type FormControlName = (typeof FORM_CONTROLS)[number]

export const WIDGETS = [] as const satisfies readonly string[]
