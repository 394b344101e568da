/** Whether the numbers of a page, a period and an area are kept as they were. */
export type LockState = OpenTable | LockedTable

export interface OpenTable {
  state: 'open'
  /** the reader may lock it now */
  may: boolean
  /** why not, in words; absent where locking is not theirs at all */
  because?: string
  /** versions that were locked before, and were taken back */
  earlier: LockedVersion[]
}
export interface LockedTable extends LockedVersion {
  state: 'locked'
  /** the reader may take it back */
  mayUnlock: boolean
  /** what is kept is what was locked, by its fingerprint */
  intact: boolean
  /** numbers that would be others now */
  changed: number
  /** a former version, which was taken back: shown because somebody asked for it */
  former?: true
  /** the reader sees a part of the rows, so their own numbers are shown instead of the locked ones */
  partly?: true
  earlier: LockedVersion[]
}
export interface LockedVersion {
  version: number
  /** name of the person and of their unit, as they were then */
  by: string
  unit: string
  /** YYYY-MM-DD HH:mm:ss in China */
  at: string
  /** SHA-256 of what is kept */
  fingerprint: string
  unlocked?: { by: string; at: string; reason: string }
}
