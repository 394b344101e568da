import { describe, expect, it } from 'vitest'
import { checkFolder } from '../../src/cli/check-folder.ts'
import { answeredCalls, openRoutes, specificationIn } from '../../src/cli/specification.ts'
import { keptOf, medianLines, pageFiles } from '../../src/cli/stats.ts'
import { PRODUCT } from '../../src/core/overlay/layer.ts'

const checked = checkFolder('.')

describe('the specification', () => {
  const specification = specificationIn('.')!
  it('names 181 routes, each once, and every one is a page for somebody or the console’s own', () => {
    expect(new Set(specification.routes).size).toBe(181)
    expect(specification.routes).toHaveLength(181)
    const open = openRoutes(checked)
    expect(specification.routes.filter(route => !open.has(route))).toEqual([])
  })
  it('names calls that something answers', () => {
    const answered = answeredCalls(checked)
    expect(new Set(specification.calls).size).toBe(118)
    expect(specification.calls.filter(call => !answered.has(call))).toEqual([])
  })
  it('is counted, and what is missing of it is named', () => {
    expect(keptOf(specification, checked, 'en')).toEqual([
      'specification: 181 of 181 routes open, 118 of 118 calls answer',
    ])
    const more = { routes: [...specification.routes, '/none'], calls: ['eshop.list', 'GET /none'] }
    expect(keptOf(more, checked, 'zh')).toEqual([
      '需求说明：182 个路由中 181 个能打开，2 个接口中 1 个有应答',
      '还没有：/none, GET /none',
    ])
  })
})

describe('the files of pages', () => {
  const files = pageFiles(checked)
  const own = files.filter(({ layer }) => layer === PRODUCT.name)
  const variants = files.filter(({ isVariant }) => isVariant)

  // a variant says in what it differs (copies.test.ts asks for that); whoever makes this fail looks for what pages
  // repeat: the language lacks a word for it
  it('stay small: half of them have 30 lines at most, half of the variants 13', () => {
    expect(own.length).toBeGreaterThan(200)
    expect(variants.length).toBeGreaterThan(100)
    expect(medianLines(own)).toBeLessThanOrEqual(30)
    expect(medianLines(variants)).toBeLessThanOrEqual(13)
  })
})
