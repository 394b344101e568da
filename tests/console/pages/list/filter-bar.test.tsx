import { fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FilterBar } from '../../../../src/console/pages/list/FilterBar.tsx'
import { field, listPage } from '../../support/pages.ts'
import { eachAnew, shown, start } from '../../support/started.tsx'

eachAnew()
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const page = listPage({
  filters: ['网店名称', '主体名称', '所属地区', '所属平台', '是否亮证', '违法线索数量'].map(label => ({
    ...field(label, 'text'),
    label,
  })),
})

describe('filters before somebody asks for all', () => {
  it.each([
    [1366, 768, 3],
    [1920, 1080, 5],
    [1093, 614, 2],
    [911, 640, 1],
    [683, 384, 0],
  ])(
    'at %s × %s are %s, so that each has room for what is typed, and rows have theirs',
    async (innerWidth, innerHeight, many) => {
      vi.stubGlobal('innerWidth', innerWidth)
      vi.stubGlobal('innerHeight', innerHeight)
      await start()
      shown(<FilterBar page={page} values={{}} onQuery={() => {}} provideReveal={() => {}} />)
      expect(screen.queryAllByRole('textbox')).toHaveLength(many)
      expect(screen.getByRole('button', { name: many > 0 ? '展开' : '筛选' })).toBeTruthy()
    },
  )

  it('stay folded in a low window, though they were opened in one with more room, until somebody asks there', async () => {
    const drawn = (innerHeight: number) => {
      vi.stubGlobal('innerHeight', innerHeight)
      return shown(<FilterBar page={page} values={{}} onQuery={() => {}} provideReveal={() => {}} />)
    }
    vi.stubGlobal('innerWidth', 1366)
    await start()
    const high = drawn(768)
    fireEvent.click(screen.getByRole('button', { name: '展开' }))
    expect(screen.queryAllByRole('textbox')).toHaveLength(6)
    high.unmount()
    drawn(384)
    expect(screen.queryAllByRole('textbox')).toHaveLength(0)
    fireEvent.click(screen.getByRole('button', { name: '筛选' }))
    expect(screen.queryAllByRole('textbox')).toHaveLength(6)
  })

  it('become fewer as the window does', async () => {
    vi.stubGlobal('innerWidth', 1366)
    vi.stubGlobal('innerHeight', 768)
    await start()
    shown(<FilterBar page={page} values={{}} onQuery={() => {}} provideReveal={() => {}} />)
    vi.stubGlobal('innerWidth', 1093)
    fireEvent(window, new Event('resize'))
    expect(screen.queryAllByRole('textbox')).toHaveLength(2)
  })
})
