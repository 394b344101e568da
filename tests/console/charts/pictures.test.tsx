import { cleanup, fireEvent } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PICTURES, type PictureName } from '../../../src/console/charts/pictures.ts'
import type { Figures } from '../../../src/core/contract/statistics.ts'
import type { PictureProps } from '../../../src/console/charts/pictures.ts'
import { render } from '../support/app.tsx'
import { CLUES, figuresOf, group, propsOf, RATE } from './figures.ts'

afterEach(cleanup)

async function draw(name: PictureName, figures: Figures, more: Partial<PictureProps> = {}) {
  const { Picture, sentence } = await PICTURES[name]!()
  const onOpen = vi.fn()
  const props = propsOf(figures, { onOpen, ...more })
  const { container } = render(<Picture {...props} />)
  return { container, onOpen, sentence: sentence(props), props }
}
const chartOf = (container: Element): SVGSVGElement => container.querySelector('svg.chart')!
const marksOf = (container: Element): Element[] => [...container.querySelectorAll('[data-mark]')]
const tip = (): string => document.querySelector('.chart-tip')?.textContent ?? ''
const heard = (container: Element): string => container.querySelector('[role=status]')?.textContent ?? ''

describe('bars', () => {
  const rows = [group('甲', [3]), group('乙', [-9]), group('丙', [null])]

  it('are one tab stop; arrows walk over them, Enter opens the list, Escape leaves', async () => {
    const { container, onOpen } = await draw('bar', figuresOf(rows))
    const chart = chartOf(container)
    expect(container.querySelectorAll('[tabindex]')).toHaveLength(1)
    expect(marksOf(container)).toHaveLength(2)
    fireEvent.keyDown(chart, { key: 'ArrowRight' })
    fireEvent.keyDown(chart, { key: 'ArrowRight' })
    expect(heard(container)).toBe('乙，线索数-9件')
    expect(marksOf(container)[1]!.hasAttribute('data-active')).toBe(true)
    fireEvent.keyDown(chart, { key: 'Enter' })
    expect(onOpen).toHaveBeenCalledWith(rows[1], 'clues')
    fireEvent.keyDown(chart, { key: 'Escape' })
    expect([tip(), heard(container)]).toEqual(['', ''])
    expect(container.querySelector('[data-active]')).toBeNull()
  })

  it('say their number where a pointer stands, and open the list by a click', async () => {
    const { container, onOpen } = await draw('bar', figuresOf(rows))
    fireEvent.pointerMove(marksOf(container)[0]!)
    expect(tip()).toBe('甲线索数3件点击查看列表')
    fireEvent.click(marksOf(container)[0]!)
    expect(onOpen).toHaveBeenCalledWith(rows[0], 'clues')
  })

  it('lead nowhere where there is no list', async () => {
    const { container, onOpen } = await draw('bar', figuresOf(rows, { list: undefined }))
    fireEvent.click(marksOf(container)[0]!)
    expect(onOpen).not.toHaveBeenCalled()
    expect(container.querySelector('[data-open]')).toBeNull()
  })

  it('have an axis for each unit, and a legend that takes a series out, but never the last', async () => {
    const figures = figuresOf([group('甲', [3, 0.5]), group('乙', [4, 0.25])], { measures: ['clues', 'rate'] })
    const { container } = await draw('bar', figures)
    expect([...container.querySelectorAll('.chart-unit')].map(one => one.textContent)).toEqual(['单位：件', '单位：%'])
    const [first, second] = container.querySelectorAll('button')
    fireEvent.click(first!)
    expect(first!.getAttribute('aria-pressed')).toBe('false')
    expect(marksOf(container)).toHaveLength(2)
    fireEvent.click(second!)
    expect(marksOf(container)).toHaveLength(2)
  })

  it('never drop a name: every one stands below, or beside lying bars', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `第${i + 1}个名称很长的网络交易平台`)
    const { container } = await draw('bar', figuresOf(names.map((name, i) => group(name, [i]))), { width: 400 })
    expect(container.querySelectorAll('.chart-name')).toHaveLength(40)
    expect(Number(chartOf(container).getAttribute('height'))).toBeGreaterThan(240)
  })
})

describe('lines', () => {
  const rows = ['1月', '2月', '3月', '4月'].map((month, i) => group(month, [i === 2 ? null : i, i / 10]))
  const figures = figuresOf(rows, { by: ['month'], measures: ['clues', 'rate'] })

  it('have a mark for each value and none for a gap, and tell themselves apart by shape', async () => {
    const { container } = await draw('line', figures)
    expect(marksOf(container)).toHaveLength(7)
    const shapes = new Set(marksOf(container).map(one => one.getAttribute('d')))
    expect(shapes.size).toBe(2)
  })

  it('open the list of the nearest point', async () => {
    const { container, onOpen } = await draw('line', figures)
    fireEvent.click(chartOf(container), { clientX: 599, clientY: 0 })
    expect(onOpen).toHaveBeenCalledWith(rows[3], 'clues')
  })
})

describe('a key figure', () => {
  const total = {
    keys: [],
    labels: [],
    values: [1234567, 0.5],
    previous: [1000000, 0.6],
    lastYear: [0, null],
    filters: {},
  }
  const figures = figuresOf([], { by: [], measures: ['clues', 'rate'], total })

  it('says its number shortly, its exact one behind it, and both changes with word and sign', async () => {
    const { container } = await draw('kpi', figures, { measures: [{ ...CLUES, better: 'down' }, RATE] })
    const value = container.querySelector('.kpi-value')!
    expect([value.textContent, value.getAttribute('title')]).toEqual(['123.46万件', '1,234,567件'])
    const changes = [...container.querySelectorAll('.kpi-change')]
    expect(changes.map(one => one.textContent)).toEqual(['环比↑+23.5%', '同比—'])
    expect(changes[0]!.className).toContain('is-bad')
    expect(container.querySelector('.kpi-other')?.textContent).toBe('50.0%')
  })

  it('opens its list by a button', async () => {
    const { container, onOpen } = await draw('kpi', figures)
    fireEvent.click(container.querySelector('button.kpi-value')!)
    expect(onOpen).toHaveBeenCalledWith(total, 'clues')
  })

  it('zero and nothing look different, and nothing withheld is told', async () => {
    const texts = []
    for (const more of [{ values: [0] }, { values: [null] }, { values: [null], withheld: true as const }]) {
      const { container } = await draw(
        'kpi',
        figuresOf([], { by: [], total: { ...total, previous: undefined, ...more } }),
      )
      texts.push(container.querySelector('.kpi-value')!.textContent)
    }
    expect(texts).toEqual(['0件', '–', '*'])
  })
})
