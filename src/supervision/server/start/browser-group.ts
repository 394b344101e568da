import { readdirSync, readFileSync } from 'node:fs'

interface ProcessFacts {
  parent: number
  group: number
}

/** Facts of a process from its line in /proc, where its name may hold anything. */
function factsOf(pid: number): ProcessFacts | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [, parent, group] = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(parent), group: Number(group) }
  } catch {
    // it has ended meanwhile
    return undefined
  }
}

/**
 * The browser that a capture's process has started: Playwright makes it the leader of a process group, in which all of
 * its own processes are. Known by /proc alone, so nothing elsewhere than on Linux.
 */
export function browserGroup(capture: number): number | undefined {
  let pids: number[]
  try {
    pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return undefined
  }
  return pids.find(pid => {
    const facts = factsOf(pid)
    return facts?.parent === capture && facts.group === pid
  })
}

/** Ends all processes of the group, those that stand still, too. */
export function killGroup(group: number | undefined): void {
  if (group === undefined) return
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // none is left
  }
}
