import Button from 'antd/es/button'
import Cascader from 'antd/es/cascader'
import DatePicker from 'antd/es/date-picker'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import Select from 'antd/es/select'
import Space from 'antd/es/space'
import { memo, type ReactNode } from 'react'
import { AREAS, optionsOf, type DictionaryName } from './dictionaries.ts'

export type Values = Record<string, unknown>
interface FiltersProps {
  status: DictionaryName
  kind: DictionaryName
  onSearch: (values: Values) => void
}

const item = (name: string, label: string, control: ReactNode) => (
  <Form.Item name={name} label={label}>
    {control}
  </Form.Item>
)
const pick = (of: DictionaryName) => <Select allowClear options={optionsOf(of)} style={{ width: 120 }} />

/** Drawn once: what is typed stays in the form until it is sent. */
export const Filters = memo(function Filters({ status, kind, onSearch }: FiltersProps) {
  return (
    <Form<Values> layout="inline" onFinish={onSearch} style={{ rowGap: 8, marginBottom: 12 }}>
      {item('keyword', 'Keyword', <Input allowClear />)}
      {item('status', 'Status', pick(status))}
      {item('kind', 'Kind', pick(kind))}
      {item('created', 'Created', <DatePicker.RangePicker />)}
      {item('area', 'Area', <Cascader options={AREAS} />)}
      {item('min', 'Amount from', <InputNumber />)}
      <Space>
        <Button type="primary" htmlType="submit">
          Search
        </Button>
        <Button htmlType="reset">Reset</Button>
      </Space>
    </Form>
  )
})
