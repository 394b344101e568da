import { cleanup, fireEvent } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PICTURES, type PictureName } from '../../../src/console/charts/pictures.ts'
import type { FigureRow, Figures } from '../../../src/core/contract/statistics.ts'
import type { PictureProps } from '../../../src/console/charts/pictures.ts'
import { RollingList } from '../../../src/console/charts/kinds/items.tsx'
import type { Outline } from '../../../src/core/contract/outline.ts'
import { captionLines, drawingOf } from '../../../src/console/charts/image.ts'
import { render } from '../support/app.tsx'
import { answers, asked, start } from '../support/started.tsx'
import { CLUES, figuresOf, group, propsOf, RATE } from './figures.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function draw(name: PictureName, figures: Figures, more: Partial<PictureProps> = {}) {
  const { Picture, sentence } = await PICTURES[name]()
  const onOpen = vi.fn()
  const props = propsOf(figures, { onOpen, ...more })
  const { container } = render(<Picture {...props} />)
  return { container, onOpen, sentence: sentence(props), props }
}
const chartOf = (container: Element): SVGSVGElement => container.querySelector('svg.chart')!
const marksOf = (container: Element): Element[] => [...container.querySelectorAll('[data-mark]')]
const tip = (): string => document.querySelector('.chart-tip')?.textContent ?? ''
const heard = (container: Element): string => container.querySelector('[role=status]')?.textContent ?? ''

describe('a rank', () => {
  it('opens the list by its name, its bar and its number, and each further measure by its own', async () => {
    const rows = [group('甲', [3, 0.5]), group('乙', [2, 0.25])]
    const { container, onOpen } = await draw('rank', figuresOf(rows, { measures: ['clues', 'rate'] }))
    const cells = container.querySelectorAll('tbody tr')[1]!.children
    const opened = [...cells].map(cell => {
      fireEvent.click(cell)
      return onOpen.mock.lastCall
    })
    expect(opened).toEqual([...Array(4).fill([rows[1], 'clues']), [rows[1], 'rate']])
  })
})

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

  it('tell their series apart in what is left over, which is grey where there is one series alone', async () => {
    const rest = [group('甲', [3, 0.5]), group('其他', [2, 0.25], { rest: true })]
    const { container } = await draw('bar', figuresOf(rest, { measures: ['clues', 'rate'] }))
    const classes = [...container.querySelectorAll('rect.faded')].map(bar => bar.getAttribute('class'))
    expect(classes).toEqual(['mark c1 faded', 'mark c2 faded'])
    const { container: single } = await draw('bar', figuresOf(rest))
    expect(single.querySelectorAll('rect.rest')).toHaveLength(1)
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

  it('draws how it came there only where that is seen', async () => {
    const sparks = async (...values: number[]) => {
      const rows = values.map((value, i) => group(`2026-0${i + 1}`, [value]))
      const { container } = await draw('kpi', figuresOf(rows, { by: ['month'], total }))
      const found = container.querySelectorAll('.kpi-spark').length
      cleanup()
      return found
    }
    expect([await sparks(100, 105, 109), await sparks(100, 105, 112), await sparks(0, 1)]).toEqual([0, 1, 1])
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

describe('every picture', () => {
  const rows = ['甲', '乙', '丙'].map((name, i) =>
    group(name, [i * 3, i / 3], { keys: [name, '一月'], labels: [name, '一月'] }),
  )
  const empty = { measures: ['clues', 'rate'], total: { keys: [], labels: [], values: [null, null], filters: {} } }
  const names = Object.keys(PICTURES) as PictureName[]
  const drawn = names.filter(name => !['map', 'markdown', 'image', 'iframe'].includes(name))

  it.each(drawn)('%s is drawn of groups, of nothing, of withheld numbers and of one number', async name => {
    const two = figuresOf(rows, { by: ['platform', 'month'], measures: ['clues', 'rate'] })
    const withheld = figuresOf([group('甲', [null, null], { withheld: true })], { ...empty, by: ['platform'] })
    for (const figures of [two, figuresOf([], empty), withheld, figuresOf([], { ...empty, by: [] })]) {
      const { container, sentence } = await draw(name, figures)
      expect(container.innerHTML).not.toMatch(/NaN|undefined|Infinity/)
      expect(sentence).not.toBe('')
      cleanup()
    }
  })

  it.each(['pie', 'rose', 'rank', 'heat', 'funnel', 'ring', 'pivot', 'cloud'] as const)(
    '%s is walked by arrow keys, and Enter opens the list',
    async name => {
      const by = ['heat', 'pivot'].includes(name) ? ['platform', 'month'] : ['platform']
      const { container, onOpen } = await draw(name, figuresOf(rows, { by, measures: ['clues'] }))
      const box = container.querySelector('[role=application]')!
      fireEvent.keyDown(box, { key: 'End' })
      expect(heard(container)).toMatch(/线索数/)
      fireEvent.keyDown(box, { key: 'Enter' })
      expect(onOpen).toHaveBeenCalledTimes(1)
    },
  )
})

describe('a ranking', () => {
  it('gives a place to who has a number, and to nobody else', async () => {
    const rows = [group('甲', [3]), group('乙', [null]), group('丙', [1]), group('其他', [9], { rest: true })]
    const { container } = await draw('rank', figuresOf(rows))
    expect([...container.querySelectorAll('.rank-place')].map(cell => cell.textContent)).toEqual(['1', '', '2', ''])
  })
})

describe('a ranking of shares', () => {
  const rows = [group('甲', [0.9]), group('乙', [0.78]), group('丙', [null])]
  const total = { keys: [], labels: [], values: [0.84], filters: {} }
  const drawn = async (better?: 'up' | 'down') => {
    const facts = [{ ...RATE, better }]
    return draw('rank', figuresOf(rows, { measures: ['rate'], total }), { measures: facts })
  }

  it('is dots on a line from the least to the most, beside the mean of all', async () => {
    const { container } = await drawn('up')
    expect(
      [...container.querySelectorAll<HTMLElement>('.rate i')].map(dot => Math.round(parseFloat(dot.style.left))),
    ).toEqual([100, 20])
    expect([...container.querySelectorAll('.rate i')].map(dot => dot.className)).toEqual(['c1', 'tone-warning'])
    expect(container.querySelectorAll('.rate u')).toHaveLength(3)
    expect(container.querySelector('.rate-note')?.textContent).toBe('横轴 75% 至 90%，竖线为总体 84.0%')
  })

  it('judges none where nobody has said which is better', async () => {
    const { container } = await drawn()
    expect(container.querySelector('.tone-warning')).toBeNull()
  })
})

describe('a heat table', () => {
  const month = (platform: string, nth: number): FigureRow =>
    group(platform, [nth], { keys: [platform, `2026-0${nth}`], labels: [platform, `${nth}月`] })
  const drawn = async (rows: FigureRow[]) => {
    const { container } = await draw('heat', figuresOf(rows, { by: ['platform', 'month'] }))
    const texts = (selector: string) => [...container.querySelectorAll(selector)].map(one => one.textContent)
    return { container, heads: texts('thead th'), lines: texts('tbody tr') }
  }

  it('of one line stands upright, of several lies, and names each cell alike', async () => {
    const months = [1, 2, 3].map(nth => month('甲', nth))
    const { container, ...upright } = await drawn(months)
    expect(upright).toEqual({ heads: ['月份', '甲'], lines: ['1月1', '2月2', '3月3'] })
    fireEvent.keyDown(container.querySelector('[role=application]')!, { key: 'End' })
    expect(heard(container)).toBe('甲 3月，线索数3件')
    cleanup()
    const lying = await drawn([...months, month('乙', 2)])
    expect([lying.heads, lying.lines]).toEqual([
      ['平台', '1月', '2月', '3月'],
      ['甲123', '乙2'],
    ])
  })
})

describe('what the YAML itself says', () => {
  it('is text without any HTML of its own, and frames that may do little', async () => {
    const text = await draw('markdown', figuresOf([]), { options: { text: '**口径** [好](/a) <b>x</b>' } })
    expect(text.container.querySelector('strong')?.textContent).toBe('口径')
    expect(text.container.querySelector('b')).toBeNull()
    const { Picture } = await PICTURES.iframe()
    const frame = (src: string) => renderToStaticMarkup(<Picture {...propsOf(figuresOf([]), { options: { src } })} />)
    expect(frame('javascript:alert(1)')).not.toContain('iframe')
    expect(frame('https://a.example/')).toContain('sandbox="allow-scripts allow-forms allow-popups"')
  })
})

describe('a map', () => {
  const outline: Outline = {
    width: 100,
    height: 100,
    parts: [
      { code: '01', name: '东县', d: 'M0 0h9v9z', x: 20, y: 20, r: 20 },
      { code: '02', name: '西县', d: 'M9 0h9v9z', x: 80, y: 80, r: 1 },
      { code: '03', name: '南县', d: 'M9 9h9v9z', x: 20, y: 80, r: 1 },
      { code: '05', name: '北县', d: 'M0 9h9v9z', x: 80, y: 20, r: 1 },
      { code: 'JD', name: '', isLine: true, d: 'M0 0h2v2z', x: 0, y: 0, r: 1 },
    ],
  }
  const rows = ['01', '00'].map(key => group('', [7], { keys: [key], labels: [key === '00' ? '本级' : '东县'] }))
  const figures = figuresOf(rows, { by: ['areaCode'] })

  it('leads into its parts by click and space bar, to the list by Ctrl and Enter, and never colours a line', async () => {
    await start()
    answers['outline'] = outline
    const onDrill = vi.fn()
    const { container, onOpen } = await draw('map', figures, { onDrill, area: '00' })
    await vi.waitFor(() => expect(marksOf(container)).toHaveLength(4))
    expect(asked.at(-1)?.url).toMatch(/outline\?code=00$/)
    const [east, west] = marksOf(container)
    // where nothing was counted there is none of it
    expect([east!.getAttribute('class'), west!.getAttribute('class')]).toEqual([
      'mark part step-5',
      'mark part step-zero',
    ])
    expect(container.querySelectorAll('.map-line')).toHaveLength(1)
    expect(container.querySelector('.step-legend')?.textContent).toBe('≥7 0件'.replace(' ', ''))
    // each area has its name and its number: in it, or beside the map with a line to it
    expect([...container.querySelectorAll('.map-names > g')].map(one => one.textContent)).toEqual([
      '东县7',
      '西县0',
      '南县0',
      '北县0',
    ])
    expect(container.querySelectorAll('.map-leader')).toHaveLength(3)
    fireEvent.click(west!)
    expect(onDrill).toHaveBeenCalledWith('02')
    fireEvent.click(east!, { ctrlKey: true })
    const chart = chartOf(container)
    fireEvent.keyDown(chart, { key: 'Home' })
    fireEvent.keyDown(chart, { key: 'Enter' })
    expect(onOpen.mock.calls).toEqual([
      [rows[0], 'clues'],
      [rows[0], 'clues'],
    ])
    fireEvent.keyDown(chart, { key: ' ' })
    expect(onDrill).toHaveBeenLastCalledWith('01')
    // what stands nowhere on the map is said beside it
    fireEvent.click(container.querySelector('.map-off button')!)
    expect(onOpen).toHaveBeenLastCalledWith(rows[1], 'clues')
  })

  it('draws what lies far away once more in a corner, small and framed', async () => {
    await start()
    answers['outline'] = { ...outline, inset: { x: 10, y: 50, width: 60, height: 120 } }
    const { container } = await draw('map', figures, { area: '09' })
    await vi.waitFor(() => expect(container.querySelector('.map-inset')).not.toBeNull())
    const drawn = container.querySelector('svg svg')!
    expect(drawn.getAttribute('viewBox')).toBe('10 50 60 120')
    const copied = drawn.querySelector('use')!.getAttribute('href')!
    expect(container.querySelectorAll(`${copied} .mark`)).toHaveLength(4)
  })

  it('knows no share where nothing was counted: that is not one of zero', async () => {
    await start()
    answers['outline'] = outline
    const shares = figuresOf([group('', [0.5], { keys: ['01'], labels: ['东县'] })], {
      by: ['areaCode'],
      measures: ['rate'],
    })
    const { container } = await draw('map', shares, { measures: [RATE], area: '00' })
    await vi.waitFor(() => expect(marksOf(container)).toHaveLength(4))
    expect(marksOf(container)[1]!.getAttribute('class')).toBe('mark part step-none')
    expect(container.querySelector('.step-legend')?.textContent).toContain('暂无数据')
  })

  it('shows an area of which nothing but itself is counted as a whole', async () => {
    await start()
    answers['outline'] = { ...outline, parts: outline.parts.slice(0, 1) }
    const own = figuresOf(rows.slice(1), { by: ['areaCode'] })
    const { container } = await draw('map', own, { area: '01', onDrill: vi.fn() })
    await vi.waitFor(() => expect(marksOf(container)).toHaveLength(1))
    fireEvent.pointerMove(marksOf(container)[0]!)
    expect(tip()).toContain('东县线索数999件')
    expect(tip()).not.toContain('下级')
    expect([...container.querySelectorAll('.map-off button')].map(one => one.textContent)).toEqual(['本级 7件'])
  })

  it('is bars where there are fewer than four areas, or none of those that are counted', async () => {
    for (const parts of [outline.parts.slice(0, 3), outline.parts.map(part => ({ ...part, code: `9${part.code}` }))]) {
      await start()
      answers['outline'] = { ...outline, parts }
      const { container, onOpen } = await draw('map', figures, { area: '03' })
      await vi.waitFor(() => expect(container.querySelectorAll('.rank tbody tr')).toHaveLength(2))
      expect(container.querySelector('.part')).toBeNull()
      fireEvent.click(marksOf(container)[1]!)
      expect(onOpen).toHaveBeenCalledWith(rows[1], 'clues')
      cleanup()
    }
  })

  it('is drawn as soon as its outline is there, while the numbers are still those of another area', async () => {
    await start()
    answers['outline'] = { ...outline, parts: outline.parts.slice(1) }
    const onDrill = vi.fn()
    const { container } = await draw('map', figures, { area: '05', late: true, onDrill })
    await vi.waitFor(() => expect(marksOf(container)).toHaveLength(3))
    expect(container.querySelector('.map-off')).toBeNull()
    fireEvent.pointerMove(marksOf(container)[0]!)
    expect(tip()).toContain('西县正在读取')
    fireEvent.click(marksOf(container)[0]!)
    expect(onDrill).toHaveBeenCalledWith('02')
  })

  it('has lines from its seat to where something went, as wide as what went there', async () => {
    await start()
    answers['outline'] = outline
    const dispatched = ['01', '02'].map((key, i) => group('', [9, i * 5], { keys: [key], labels: [key] }))
    const both = figuresOf(dispatched, { by: ['areaCode'], measures: ['clues', 'rate'] })
    const flows = async (flow: string) => {
      const { container } = await draw('map', both, { area: '04', options: { flow } })
      await vi.waitFor(() => expect(marksOf(container)).toHaveLength(4))
      const lines = [...container.querySelectorAll('.flow')].map(line => line.getAttribute('stroke-width'))
      cleanup()
      return lines
    }
    expect(await flows('rate')).toEqual(['4'])
    expect(await flows('nothing')).toEqual([])
  })

  it('says why there is none, and asks again', async () => {
    await start()
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ resultCode: '1', resultMsg: '没有地图' })))
    const { container } = await draw('map', figures, { area: '99' })
    await vi.waitFor(() => expect(container.querySelector('[role=alert] button')).not.toBeNull())
  })
})

describe('a rolling list', () => {
  const items = Array.from({ length: 9 }, (_, i) => ({ key: `k${i}`, title: `线索${i}`, time: '2026-11-22' }))

  it('moves only where it does not fit, and its second run is for the eye alone', () => {
    const onOpen = vi.fn()
    const props = { items, width: 300, name: '最新线索', isRolling: true, onOpen }
    const tall = render(<RollingList {...props} height={400} />)
    expect(tall.container.querySelector('.is-rolling')).toBeNull()
    cleanup()
    const { container } = render(<RollingList {...props} height={100} />)
    expect(container.querySelectorAll('.is-rolling li')).toHaveLength(18)
    expect(container.querySelectorAll('[aria-hidden] button:not([tabindex="-1"])')).toHaveLength(0)
    fireEvent.click(container.querySelector('button')!)
    expect(onOpen).toHaveBeenCalledWith('k0')
  })
})

describe('a picture as an image', () => {
  it('is one drawing that needs no style sheet, and has no scroll bar', () => {
    const { container } = render(
      <div style={{ overflow: 'hidden', height: 20 }}>
        <div style={{ overflow: 'auto' }}>甲 &amp; 乙</div>
      </div>,
    )
    const drawing = drawingOf(container.firstElementChild!, 300, 200)
    expect(drawing).toMatch(/^<svg[^>]* width="300" height="200"/)
    expect(drawing).toContain('甲 &amp; 乙')
    expect(
      [...drawing.matchAll(/style="([^"]*)"/g)].map(([, style]) => /overflow:visible[^:]*(;|$)/.test(style!)),
    ).toEqual([true, true])
  })
})

describe('the caption of a picture', () => {
  it('has its facts in as few lines as hold them, and each whole', () => {
    const widthOf = (text: string): number => text.length * 10
    expect(captionLines(['地区：甲市', '报告期：十月', '截至今日'], 130, widthOf)).toEqual([
      '地区：甲市　报告期：十月',
      '截至今日',
    ])
    expect(captionLines(['很长很长很长很长很长'], 50, widthOf)).toEqual(['很长很长很长很长很长'])
    expect(captionLines([], 50, widthOf)).toEqual([])
  })
})
