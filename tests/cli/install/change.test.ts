import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { change, type Steps } from '../../../src/cli/install/change.ts'
import { CURRENT, linked, PREVIOUS, switchTo } from '../../../src/cli/install/places.ts'
import { compareVersions, refusalOf } from '../../../src/cli/install/version.ts'
import { forget, temporary } from '../../folders.ts'

/** Steps that say what was done, in order; `fails` names those that do not go well. */
function steps(isRunning: boolean, fails: readonly string[] = []): { done: string[]; steps: Steps } {
  const done: string[] = []
  const does = (what: string): string | undefined => {
    done.push(what)
    return fails.includes(what) ? `${what} failed` : undefined
  }
  const thrown = (what: string): void => {
    const trouble = does(what)
    if (trouble !== undefined) throw new Error(trouble)
  }
  return {
    done,
    steps: {
      stop: async () => {
        done.push('stop')
        return isRunning
      },
      backUp: async () => {
        thrown('back up')
        return '/backup'
      },
      tryOut: async release => does(`try ${release}`),
      switchTo: release => {
        thrown(`switch to ${release}`)
        return () => void done.push('switch back')
      },
      start: async release => does(`start ${release}`),
      restore: async backup => thrown(`restore ${backup}`),
      say: () => {},
    },
  }
}

describe('a release takes the place of another', () => {
  it.each<[what: string, isRunning: boolean, fails: string[], done: string[]]>([
    ['the server runs', true, [], ['stop', 'back up', 'try new', 'switch to new', 'start new']],
    ['none runs', false, [], ['stop', 'back up', 'try new', 'switch to new']],
    ['there is no backup', true, ['back up'], ['stop', 'back up', 'start old']],
    ['it is not well', true, ['try new'], ['stop', 'back up', 'try new', 'restore /backup', 'start old']],
    ['it is not well and none ran', false, ['try new'], ['stop', 'back up', 'try new', 'restore /backup']],
    [
      'it is not well in its place',
      true,
      ['start new'],
      'stop, back up, try new, switch to new, start new, stop, switch back, restore /backup, start old'.split(', '),
    ],
    [
      'links cannot be changed',
      true,
      ['switch to new'],
      ['stop', 'back up', 'try new', 'switch to new', 'restore /backup', 'start old'],
    ],
    [
      'the backup cannot be brought back either',
      true,
      ['try new', 'restore /backup'],
      ['stop', 'back up', 'try new', 'restore /backup', 'start old'],
    ],
    [
      'neither starts',
      true,
      ['start new', 'start old'],
      'stop, back up, try new, switch to new, start new, stop, switch back, restore /backup, start old'.split(', '),
    ],
  ])('where %s', async (_what, isRunning, fails, done) => {
    const made = steps(isRunning, fails)
    expect(await change(made.steps, 'old', 'new')).toBe(fails.length === 0)
    expect(made.done).toEqual(done)
  })

  it('by a link that is changed in one moment, and leads to what there is', async () => {
    const home = temporary('places-')
    for (const name of ['one', 'two']) mkdirSync(join(home, name))
    expect(linked(home, CURRENT)).toBeUndefined()
    switchTo(home, join(home, 'one'), join(home, 'gone'))
    switchTo(home, join(home, 'two'), join(home, 'one'))
    expect([linked(home, CURRENT), linked(home, PREVIOUS)]).toEqual([join(home, 'two'), join(home, 'one')])
    const back = switchTo(home, join(home, 'one'), join(home, 'gone'))
    expect(linked(home, PREVIOUS)).toBeUndefined()
    back()
    expect([linked(home, CURRENT), linked(home, PREVIOUS)]).toEqual([join(home, 'two'), join(home, 'one')])
    await forget(home)
  })
})

describe('which release may follow', () => {
  const installed = { name: 'wangjian', version: '1.9.0', node: '>=20.19' }
  it.each([
    ['1.10.0', '1.9.9', 1],
    ['1.2.3', '1.2.3', 0],
    ['>=20.19', '20.20.2', -1],
    ['2.0.0-rc.1', '2.0.0', 0],
  ])('%s and %s', (a, b, sign) => {
    expect(Math.sign(compareVersions(a, b))).toBe(sign)
    expect(Math.sign(compareVersions(b, a))).toBe(sign === 0 ? 0 : -sign)
  })

  it.each<[version: string, node: string, name: string, said: string | undefined]>([
    ['1.10.0', '>=20.19', 'wangjian', undefined],
    ['1.9.0', '>=20.19', 'wangjian', 'is not newer'],
    ['1.8.9', '>=20.19', 'wangjian', 'is not newer'],
    ['2.0.0', '>=22.12', 'wangjian', 'change Node first'],
    ['2.0.0', '>=20.19', 'another', 'a release of another'],
  ])('%s, which needs Node %s, of %s', (version, node, name, said) => {
    const refused = refusalOf(installed, { name, version, node }, '20.20.2')
    if (said === undefined) expect(refused).toBeUndefined()
    else expect(refused?.en).toContain(said)
  })
})
