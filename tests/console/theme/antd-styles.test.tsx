import { cleanup } from '@testing-library/react'
import DatePicker from 'antd/es/date-picker'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { afterEach, describe, expect, it } from 'vitest'
import { Antd } from '../../../src/console/theme/Antd.tsx'
import { render } from '../support/app.tsx'

afterEach(cleanup)

const made = (): string =>
  [...document.querySelectorAll('style[data-css-hash]')].map(style => style.textContent).join('\n')

describe('the styles of controls', () => {
  it('ask nothing of elements that are none: no rule begins with a part of any class', () => {
    render(
      <Antd>
        <Input />
        <Select />
        <DatePicker />
      </Antd>,
    )
    const styles = made()
    for (const control of ['.ant-input', '.ant-select', '.ant-picker']) expect(styles).toContain(`${control}{`)
    expect(styles).not.toContain('[class^=')
  })
})
