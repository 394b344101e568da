import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LineChart } from '../../../src/console/charts/LineChart.tsx'
import type { Picture } from '../../../src/console/charts/picture.ts'
import { render } from '../support/app.tsx'

class Watching {
  readonly #read: () => void
  constructor(read: () => void) {
    this.#read = read
  }
  observe(): void {
    this.#read()
  }
  disconnect(): void {}
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', Watching)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(220)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const drawn = (values: number[], more: Partial<Picture> = {}): string => {
  const picture: Picture = {
    xs: ['2026-11-26', '2026-11-27'],
    lines: [{ key: 'salePrice', name: '售价', values }],
    bands: [],
    range: [0, Math.max(...values)],
    unit: '元',
    ...more,
  }
  return render(<LineChart picture={picture} name="价格曲线" />).container.textContent ?? ''
}

describe('the axis of a line over a list', () => {
  it('says its unit, above all when its ticks are told in ten thousands', () => {
    expect(drawn([1246.6, 19_999])).toContain('单位：万元')
    cleanup()
    expect(drawn([1246.6, 1999])).toContain('单位：元')
    cleanup()
    expect(drawn([5, 6], { unit: '' })).not.toContain('单位')
  })

  it('tells ticks that it was given as they are', () =>
    expect(drawn([15_000, 19_999], { ticks: [0, 20_000] })).toMatch(/单位：元.*20,000/))
})
