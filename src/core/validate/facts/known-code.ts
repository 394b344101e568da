/** One value of a product's settings. */
export type SettingKind = { kind: 'int'; min: number } | { kind: 'flag' } | { kind: 'text' }
/** group → key → what may stand there */
export type SettingKinds = Readonly<Record<string, Readonly<Record<string, SettingKind>>>>

/** What a product's code has, and YAML names. */
export interface ProductWords {
  /** what `does` of an endpoint may say */
  handlers: readonly string[]
  /** what `runs` of a transition may say */
  effects: readonly string[]
  /** what `settings` of app.yaml may say */
  settings: SettingKinds
}

/** What YAML may name of the code, which no file of the configuration shows. */
export interface KnownCode {
  /** handlers of the engine: every product has them */
  handlers: readonly string[]
  /** by the word that `product` of app.yaml says */
  products: Readonly<Record<string, ProductWords>>
}

export const NO_WORDS: ProductWords = { handlers: [], effects: [], settings: {} }
