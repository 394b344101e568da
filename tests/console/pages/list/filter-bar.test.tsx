import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FilterBar } from '../../../../src/console/pages/list/FilterBar.tsx'
import { field, listPage } from '../../support/pages.ts'
import { eachAnew, shown, start } from '../../support/started.tsx'

eachAnew()
afterEach(() => vi.unstubAllGlobals())

const page = listPage({
  filters: ['一', '二', '三', '四', '五', '六'].map(label => ({ ...field(label, 'text'), label })),
})

describe('filters before somebody asks for all', () => {
  it.each([
    [1366, 768, 3],
    [1920, 1080, 5],
    [683, 384, 0],
  ])('at %s × %s are %s, so that rows have the room', async (innerWidth, innerHeight, many) => {
    vi.stubGlobal('innerWidth', innerWidth)
    vi.stubGlobal('innerHeight', innerHeight)
    await start()
    shown(<FilterBar page={page} values={{}} onQuery={() => {}} provideReveal={() => {}} />)
    expect(screen.queryAllByRole('textbox')).toHaveLength(many)
    expect(screen.getByRole('button', { name: '展开' })).toBeTruthy()
  })
})
