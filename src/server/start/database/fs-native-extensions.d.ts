/** The package brings no types; this is the part that we use. */
declare module 'fs-native-extensions' {
  /** `false` where another open file holds the lock */
  export function tryLock(fd: number): boolean
}
