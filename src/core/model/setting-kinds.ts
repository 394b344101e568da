/** What one value of a product's settings, or one constant of app.yaml, may be. */
export type SettingKind =
  | { kind: 'int'; min: number }
  /** one whole number at least, each of that size at least */
  | { kind: 'ints'; min: number }
  | { kind: 'flag' }
  | { kind: 'text' }
  /** code of one area of six digits */
  | { kind: 'area' }
  /** codes of areas, joined by commas; none: an empty text */
  | { kind: 'areas' }
  /** route of a page: of any, or of a list of this entity */
  | { kind: 'page'; listOf?: string }
  /** an expression that is true or false of one variable: member → type */
  | { kind: 'condition'; variable: string; members: Readonly<Record<string, 'double' | 'string' | 'bool'>> }
/** group → key → what may stand there; the key `*`: any other */
export type SettingKinds = Readonly<Record<string, Readonly<Record<string, SettingKind>>>>
/** constant of app.yaml → what it may be */
export type ConstantKinds = Readonly<Record<string, SettingKind>>

const count: SettingKind = { kind: 'int', min: 1 }
const milliseconds: SettingKind = { kind: 'int', min: 0 }

/** Business constants that the engine's own code reads from `constants` of app.yaml. */
export const ENGINE_CONSTANTS = {
  tokenCookie: { kind: 'text' },
  sidebarWidth: count,
  backToTop: { kind: 'int', min: 0 },
  dateRefresh: count,
  clickGuard: milliseconds,
  menuClickLock: milliseconds,
  maxTabs: count,
  messageDays: count,
  httpTimeout: count,
  chunkTimeout: count,
  errorDuration: milliseconds,
  batchErrorDuration: milliseconds,
  pageSizes: { kind: 'ints', min: 1 },
  pagerCount: count,
  pagerCountNarrow: count,
  narrowBelow: { kind: 'int', min: 0 },
  scrollDuration: milliseconds,
  passwordMin: count,
  passwordMax: count,
  hiddenAreas: { kind: 'areas' },
  mapRegion: { kind: 'area' },
  scriptTimeout: count,
  printTitle: { kind: 'text' },
  printZIndex: { kind: 'int', min: 0 },
} satisfies ConstantKinds
