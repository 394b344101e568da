import { cleanup, fireEvent, screen } from '@testing-library/react'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import type { BoardLock, BoardWidget, DashboardPage } from '../../../../src/core/contract/configuration.ts'
import type { LockedTable } from '../../../../src/core/contract/locks.ts'
import type { FigureRow, Figures, MeasureFacts } from '../../../../src/core/contract/statistics.ts'
import { pivot as picture } from '../../../../src/console/charts/kinds/pivot.tsx'
import { sheetOf } from '../../../../src/console/charts/layout/sheet.ts'
import { LockBar } from '../../../../src/console/pages/dashboard/LockBar.tsx'
import { SheetHead } from '../../../../src/console/pages/dashboard/SheetWordsView.tsx'
import { pivotOfWidget, xlsxOf } from '../../../../src/console/pages/dashboard/saveSheet.ts'
import type { Board } from '../../../../src/console/pages/dashboard/useBoard.ts'
import { render } from '../../support/app.tsx'
import { LIST } from '../../support/pages.ts'

const MEASURES: MeasureFacts[] = [
  { name: 'checks', label: '检查', kind: 'count', unit: '次', digits: 0 },
  { name: 'rate', label: '合格率', kind: 'share', unit: '%', digits: 1 },
]
const row = (keys: string[], values: (number | null)[], more: Partial<FigureRow> = {}): FigureRow => ({
  keys,
  labels: keys,
  values,
  filters: {},
  ...more,
})
const FIGURES: Figures = {
  asOf: '2026-11-22 10:00:00',
  measures: ['checks', 'rate'],
  by: ['area', 'kind'],
  rows: [
    row(['甲区', '网店'], [1200, 0.5]),
    row(['甲区', '网站'], [2, null]),
    row(['乙区', '网店'], [null, null], { withheld: true }),
  ],
  total: row([], [1202, 0.25]),
  filters: {},
}
const WIDGET: BoardWidget = {
  name: 'table',
  widget: 'pivot',
  width: 12,
  height: 8,
  measures: MEASURES,
  by: [
    { name: 'area', label: '地区', kind: 'area' },
    { name: 'kind', label: '类别', kind: 'dict' },
  ],
  options: {},
}
const WORDS = {
  title: '检查情况表',
  above: ['表号：1'],
  facts: ['报告期：2026年10月'],
  notes: ['说明'],
  signatures: ['填表人', '负责人'],
  landscape: true,
}
const SHEET = sheetOf(pivotOfWidget(WIDGET, FIGURES), WORDS)

describe('a cross table in a spreadsheet', () => {
  it('is what the screen shows: merged heads, numbers in their formats, what is withheld and what is none', async () => {
    const [sheet] = (await readXlsx(await xlsxOf(SHEET, WORDS.title))).sheets
    const rows = sheet?.rows ?? []
    expect(rows[0]?.[0]).toBe('检查情况表')
    expect(rows.slice(3, 7)).toEqual([
      ['地区', '网店', null, '网站', null],
      [null, '检查(次)', '合格率(%)', '检查(次)', '合格率(%)'],
      ['甲区', 1200, 0.5, 2, '–'],
      ['乙区', '*', '*', null, null],
    ])
    expect(rows.at(-1)?.[0]).toContain('填表人：')
    expect(sheet?.merges).toEqual(
      expect.arrayContaining([
        { startRow: 3, startCol: 0, endRow: 4, endCol: 0 },
        { startRow: 3, startCol: 1, endRow: 3, endCol: 2 },
        { startRow: 3, startCol: 3, endRow: 3, endCol: 4 },
      ]),
    )
  })

  it('makes a text over the whole table as high as it is long', async () => {
    const facts = ['填报地区：福州市市场监督管理局'.repeat(9)]
    const long = sheetOf(pivotOfWidget(WIDGET, FIGURES), { ...WORDS, facts })
    const [sheet] = (await readXlsx(await xlsxOf(long, WORDS.title))).sheets
    const at = sheet?.rows.findIndex(([first]) => String(first) === facts[0]) ?? -1
    // 270 places of 70 a line
    expect(sheet?.rowDefs?.get(at)?.height).toBe(4 * 15)
    expect(sheet?.rowDefs?.get(0)?.height).toBeUndefined()
  })

  it('writes numbers as the screen does and repeats its heads on every page', () => {
    const formats = SHEET.cells.flatMap(({ format }) => format ?? [])
    expect([...new Set(formats)]).toEqual(['#,##0', '0.0%'])
    expect([SHEET.heads, SHEET.side, SHEET.landscape]).toEqual([[3, 4], 1, true])
  })
})

describe('a report on paper', () => {
  const page: DashboardPage = {
    kind: 'dashboard',
    route: 'report',
    title: '报表',
    dictionaries: {},
    controls: {},
    source: LIST,
    widgets: [{ ...WIDGET, title: '检查情况表' }],
    sheet: { above: ['表号：1'], notes: [], signatures: [], landscape: true },
  }
  const board = { state: {} } as Board

  it('says first what it is, as its file does', () => {
    const { container } = render(<SheetHead page={page} board={board} />)
    expect(container.querySelector('.sheet-paper')?.firstElementChild?.textContent).toBe('检查情况表')
    expect(sheetOf(pivotOfWidget(WIDGET, FIGURES), WORDS).cells[0]?.value).toBe('检查情况表')
  })
  it('has the title of its page where each of its tables has one of its own', () => {
    const several = { ...page, widgets: [...page.widgets, { ...WIDGET, name: 'other', title: '处理情况表' }] }
    const { container } = render(<SheetHead page={several} board={board} />)
    expect(container.querySelector('.sheet-title')?.textContent).toBe('报表')
  })
})

describe('a locked number', () => {
  const locked = { ...FIGURES, rows: [row(['甲区', '网店'], [3, 0.5], { now: [4, 0.5] })] }
  const drawn = (figures: Figures) =>
    render(
      <picture.Picture
        figures={figures}
        measures={MEASURES}
        dimensions={WIDGET.by}
        entries={() => undefined}
        width={600}
        height={300}
        options={{}}
        onOpen={() => undefined}
      />,
    )

  it('is marked where it would be another one now, and nowhere else', () => {
    const { container } = drawn(locked)
    const marked = [...container.querySelectorAll('[data-differs]')].map(cell => cell.textContent)
    expect(marked).toEqual(['3'])
  })
  it('is not marked in a table that is not locked', () => {
    expect(drawn(FIGURES).container.querySelector('[data-differs]')).toBeNull()
  })
})

describe('who has locked a table', () => {
  const rules: BoardLock = { lock: LIST, unlock: LIST, roles: ['2'], unlockRoles: ['2'] }
  const LOCK: LockedTable = {
    state: 'locked',
    version: 2,
    by: '王敏',
    unit: '某市局',
    at: '2026-11-02 09:30:00',
    fingerprint: 'a8cd257a0b2b0000',
    mayUnlock: false,
    intact: true,
    changed: 3,
    earlier: [
      {
        version: 1,
        by: '王敏',
        unit: '某市局',
        at: '2026-11-01 09:00:00',
        fingerprint: 'b',
        unlocked: { by: '李强', at: '2026-11-01 10:00:00', reason: '漏报' },
      },
    ],
  }
  const shown = (lock: Partial<LockedTable>) =>
    render(<LockBar route="a" rules={rules} lock={{ ...LOCK, ...lock }} board={{ state: {} } as Board} />)

  it('is told with when, which version and what has changed since', () => {
    shown({})
    expect(screen.getByText('某市局 王敏 2026-11-02 09:30，第 2 版')).toBeTruthy()
    expect(screen.getByText('锁定后有 3 个数变了，已逐个标明')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '解除锁定' })).toBeNull()
  })
  it('leads to a former version, and from there back to now', () => {
    const changes: unknown[] = []
    const board = { state: {}, change: (part: unknown) => changes.push(part) } as unknown as Board
    cleanup()
    const drawn = render(<LockBar route="a" rules={rules} lock={LOCK} board={board} />)
    fireEvent.click(drawn.getByRole('button', { name: '以前的 1 版' }))
    fireEvent.click(drawn.getByRole('button', { name: '查看这一版' }))
    drawn.rerender(<LockBar route="a" rules={rules} lock={{ ...LOCK, version: 1, former: true }} board={board} />)
    expect(drawn.getByText('看的是以前的第 1 版')).toBeTruthy()
    fireEvent.click(drawn.getByRole('button', { name: '回到现在' }))
    expect(changes).toEqual([{ version: '1' }, {}])
  })
  it('is told apart from what is kept and was tampered with, and from a part that one reader sees', () => {
    shown({ intact: false, mayUnlock: true })
    expect(screen.getByText('存下的数与指纹不符，请报告管理员')).toBeTruthy()
    expect(screen.getByRole('button', { name: '解除锁定' })).toBeTruthy()
    shown({ partly: true })
    expect(screen.getByText('您只看得到一部分记录，下面是您看得到的现在的数')).toBeTruthy()
  })
})
