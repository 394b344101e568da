import type { ConstantKinds, SettingKinds } from '../../model/setting-kinds.ts'

/** What an option of a customer may be: one of some words, yes or no, a day, or role codes joined by commas. */
export type OptionKind =
  | { kind: 'choice'; of: readonly string[] }
  | { kind: 'flag' }
  | { kind: 'day' }
  | { kind: 'roles' }

/** What a call with logic of its own answers, if that has names. */
export interface AnswerWords {
  shape: 'list' | 'record'
  /** of the record, or of each in the list; none: anything */
  names: readonly string[]
  /** the fields of the call's entity are among them */
  ofEntity?: boolean
}
/** By the name of the handler. */
export type Answers = Readonly<Record<string, AnswerWords>>

/** Names that a product's code defines and YAML refers to. */
export interface ProductWords {
  /** what `handler` of an endpoint may say */
  handlers: readonly string[]
  /** what `effect` of a transition may say */
  effects: readonly string[]
  /** what `settings` of app.yaml may say */
  settings: SettingKinds
  /** constants of app.yaml that it reads, beside the engine's, and what each may be */
  constants: ConstantKinds
  /** options of customers that it reads, beside those that expressions name */
  options: Readonly<Record<string, OptionKind>>
  /** numbers that it counts for menu entries: what `badge` may say */
  counters: readonly string[]
  /** what its reports may say in braces, beside the engine's words */
  reportWords: readonly string[]
  /** group of `settings` → the dictionary whose codes its keys are */
  settingNames: Readonly<Record<string, string>>
  /** entities of which its demonstration makes up as many records as `demo.yaml` says */
  made: readonly string[]
  /** accounts that its demonstration has, whatever `demo.yaml` says */
  accounts: readonly string[]
}

/** Names that the code defines and YAML refers to; they are passed in, because the core does not import the server. */
export interface KnownCode {
  /** handlers of the engine, available to every product */
  handlers: readonly string[]
  /** of the engine's handlers, and of each product's */
  answers: { engine: Answers; products: Readonly<Record<string, Answers>> }
  /** by the name in `product` of app.yaml */
  products: Readonly<Record<string, ProductWords>>
}

export const NO_WORDS: ProductWords = {
  handlers: [],
  effects: [],
  settings: {},
  constants: {},
  options: {},
  counters: [],
  reportWords: [],
  settingNames: {},
  made: [],
  accounts: [],
}
