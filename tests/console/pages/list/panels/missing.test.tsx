import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { provideFeedback, type Question } from '../../../../../src/console/feedback/notice.ts'
import { joinList } from '../../../../../src/console/fields/values/pasted.ts'
import { FilterChips } from '../../../../../src/console/pages/list/panels/FilterChips.tsx'
import { app, render } from '../../../support/app.tsx'
import { listPage } from '../../../support/pages.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const page = { ...listPage(), filters: [{ name: 'name', label: '名称', kind: 'text', width: 100 }] } as ReturnType<
  typeof listPage
>
const draw = (value: string) => render(<FilterChips page={page} filters={{ name: value }} onQuery={() => {}} />)

it('says of pasted values which the list does not have, and lets them be copied', async () => {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    asked.push(JSON.parse(String(body)))
    return new Response(JSON.stringify({ resultCode: '0', data: ['乙', '丙'] }))
  })
  const questions: Question[] = []
  provideFeedback(app, { notice: () => {}, ask: async question => questions.push(question) > 0 })
  const view = draw(joinList(['甲', '乙', '丙']))
  await waitFor(() => view.getByText('2 个没有找到'))
  expect(asked).toMatchObject([{ field: 'name', args: { name: ['甲', '乙', '丙'] } }])
  fireEvent.click(view.getByText('2 个没有找到'))
  expect(questions).toMatchObject([{ title: '2 个没有找到', text: '乙\n丙', copy: '乙\n丙' }])
})

it('asks nothing of a filter with one value', async () => {
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  draw('甲')
  await Promise.resolve()
  expect(fetched).not.toHaveBeenCalled()
})
