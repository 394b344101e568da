import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Priority of a process whose work comes after the server's. */
export const LOWER = 10

/** Lets others go first. On Linux each thread has its own priority, and those that compile code are there already. */
export function lowerPriority(): void {
  try {
    setPriority(LOWER)
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), LOWER)
  } catch {
    // where it cannot be lowered, or there are no such folders, the work is done all the same
  }
}
