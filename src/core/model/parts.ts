/** Hand-coded parts that YAML may name. The console's registries are typed by these lists, so neither can lack one. */
export const VIEWS = ['login', 'notFound', 'welcome', 'password'] as const
export type ViewName = (typeof VIEWS)[number]

export const WIDGETS = [] as const satisfies readonly string[]
