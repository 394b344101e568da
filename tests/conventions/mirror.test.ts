import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** What is no folder of `src`: means of tests, and promises of a whole server that no folder keeps alone. */
const OWN = ['support', 'attack', 'durability', 'upgrades']

const foldersBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !OWN.includes(entry.name))
    .flatMap(({ name }) => [join(folder, name), ...foldersBelow(join(folder, name))])

describe('tests mirror src', () => {
  it.each(['server', 'console', 'supervision'])('in %s: each folder of tests is one of src', part => {
    const folders = foldersBelow(`tests/${part}`)
    expect(folders.length).toBeGreaterThan(3)
    expect(folders.filter(folder => !existsSync(folder.replace(/^tests/, 'src')))).toEqual([])
  })

  it('and a test of server or console lies in a folder, not beside them all', () => {
    const loose = ['server', 'console'].flatMap(part =>
      readdirSync(`tests/${part}`, { withFileTypes: true }).filter(entry => entry.isFile()),
    )
    expect(loose.map(({ name }) => name)).toEqual([])
  })
})
