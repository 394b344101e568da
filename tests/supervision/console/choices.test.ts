import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { choicesOf, hasChoices } from '../../../src/console/data/choices.ts'
import { loadBoot } from '../../../src/console/data/config/config.ts'
import { product } from '../../../src/console/product/product.ts'
import { product as supervisionParts } from '../../../src/supervision/console/product.tsx'
import { boot } from '../../console/support/boot.ts'
import { app } from '../../console/support/app.tsx'

let rows: object[]
const named = (ref: string) => choicesOf(app, { ref, text: '', usable: false }).then(({ list }) => list)

beforeEach(async () => {
  document.cookie = 'Token=t'
  vi.stubGlobal(
    'fetch',
    async (url: string) =>
      new Response(JSON.stringify(url.startsWith('/config/boot') ? boot() : { resultCode: '0', data: { list: rows } })),
  )
  await loadBoot(app, '')
  product(app).set(supervisionParts)
})
afterEach(() => {
  product(app).set({})
  vi.unstubAllGlobals()
})

describe('choices of a reference, with an existing backend', () => {
  it.each([
    ['illegalItem', { illegalId: 'i1', itemName: '价格欺诈' }, 'i1', '价格欺诈'],
    ['illegalResult', { resultId: 'r1', illegalId: 'i1', clueNo: 'XS1', objectName: '甲店' }, 'r1', 'XS1 甲店'],
    ['platform', { uniqueId: 'p1', platformName: '甲平台' }, 'p1', '甲平台'],
    ['taskSpecial', { taskId: 't1', taskName: '专项' }, 't1', '专项'],
    ['label', { id: 'l1', labelName: '食品' }, 'l1', '食品'],
  ])('%s is called as staff call it', async (ref, row, value, name) => {
    rows = [row]
    expect(await named(ref)).toEqual([{ value, label: name, name }])
  })

  it('are there with the product alone', () => {
    expect([hasChoices(app, 'illegalItem'), hasChoices(app, 'org')]).toEqual([true, true])
    product(app).set({})
    expect([hasChoices(app, 'illegalItem'), hasChoices(app, 'org')]).toEqual([false, true])
  })
})
