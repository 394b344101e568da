/** The package has no types; this declares the function that we use. */
declare module 'fs-native-extensions' {
  /** `false` where another open file holds the lock */
  export function tryLock(fd: number): boolean
}
