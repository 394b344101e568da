// one server and one browser for all
import './controls/list.ts'
import './controls/filters.ts'
import './controls/panels.ts'
import './controls/rows.ts'
import './controls/record.ts'
import './controls/forms.ts'
import './controls/boards.ts'
import './controls/shell.ts'
import './controls/heights.ts'
import { expect, it } from 'vitest'
import { unknown } from './controls/table.ts'

it('every control that was on the screen is one of the table', () => {
  expect(Object.fromEntries(unknown)).toEqual({})
})
