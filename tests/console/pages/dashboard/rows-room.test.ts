import { expect, it } from 'vitest'
import { withRoom } from '../../../../src/console/pages/dashboard/rowsRoom.ts'
import { field } from '../../support/pages.ts'

const columns = ['载体名称', '状态', '期限', '违法类别', '涉嫌主体'].map(label => ({
  ...field(label, 'text'),
  label,
  width: 120,
}))

it.each([
  [undefined, 5],
  [600, 5],
  [599, 4],
  [200, 3],
])('of columns of 120 px each a widget of %s has room for %s', (width, many) =>
  expect(withRoom(columns, { dictionaries: {} }, width)).toHaveLength(many),
)

it('counts the room of a heading that is longer than what stands below it', () => {
  const [first] = columns
  const long = { ...first!, label: '一二三四五六七八九十' }
  expect(withRoom([long, long, long, long], { dictionaries: {} }, 4 * 140)).toHaveLength(3)
})
