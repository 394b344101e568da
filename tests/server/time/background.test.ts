import { beforeEach, expect, it, vi } from 'vitest'
import type { Precedence } from '../../../src/server/time/background.ts'
import { pause } from '../../../src/server/time/pause.ts'
import { ticks } from '../../../src/server/time/ticks.ts'

/** Of its own, because other tests of this process have had requests and work of theirs. */
let { answering, giveWay, inBackground, workTicks } = await import('../../../src/server/time/background.ts')
beforeEach(async () => {
  vi.resetModules()
  ;({ answering, giveWay, inBackground, workTicks } = await import('../../../src/server/time/background.ts'))
})

/** Waits as long as it must, or hardly at all: no test looks at a clock. */
const FOREVER: Precedence = { share: 1, least: 1e9, most: 1e9 }
const HARDLY: Precedence = { share: 0, least: 1, most: 1 }

/** Whatever may go on does so meanwhile. */
async function turns(): Promise<void> {
  for (let i = 0; i < 20; i++) await pause()
}

it('lets a request take a connection at once, whatever background work waits', async () => {
  const [first, second] = [answering(), answering()]
  const work = inBackground(() => giveWay(FOREVER))
  const pass = await giveWay(FOREVER)
  pass()
  first()
  second()
  ;(await work)()
})

it('keeps background work waiting until no request is being answered, and its time stands still', async () => {
  const said: string[] = []
  const [first, second] = [answering(), answering()]
  const work = inBackground(async () => {
    const began = workTicks()
    const pass = await giveWay(FOREVER)
    said.push('work')
    expect(workTicks()).toBe(began)
    const until = ticks()
    while (ticks() === until) await pause()
    pass()
    expect(workTicks()).toBeGreaterThan(began)
  })
  await turns()
  said.push('first')
  first()
  first()
  await turns()
  said.push('second')
  second()
  await work
  expect(said).toEqual(['first', 'second', 'work'])
})

it('gives background work its part under requests without end', async () => {
  const end = answering()
  const pass = await inBackground(() => giveWay(HARDLY))
  pass()
  end()
})

it('lets one background work after the other have its turn', async () => {
  const said: string[] = []
  const work = (name: string): Promise<void> =>
    inBackground(async () => {
      const pass = await giveWay(FOREVER)
      said.push(`${name} begins`)
      await turns()
      said.push(`${name} ends`)
      pass()
    })
  await Promise.all([work('one'), work('two')])
  expect(said).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
})

it('lets work go on that holds a connection already: others would wait for it longer', async () => {
  const pass = await inBackground(async () => {
    const outer = await giveWay(FOREVER)
    const end = answering()
    const inner = await giveWay(FOREVER)
    inner()
    end()
    return outer
  })
  pass()
})
