import Button from 'antd/es/button'
import Col from 'antd/es/col'
import DatePicker from 'antd/es/date-picker'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import Radio from 'antd/es/radio'
import Row from 'antd/es/row'
import Select from 'antd/es/select'
import Switch from 'antd/es/switch'
import type { FormItemProps } from 'antd/es/form'
import type { ReactNode } from 'react'
import { citiesOf, optionsOf, type DictionaryName } from './dictionaries.ts'
import { post } from './data.ts'

type Values = Record<string, string | number | boolean | undefined>
const fill = { width: '100%' }
const control = {
  text: <Input />,
  long: <Input.TextArea rows={2} />,
  number: <InputNumber style={fill} />,
  sum: <InputNumber style={fill} disabled />,
  date: <DatePicker style={fill} />,
  flag: <Switch />,
}
const select = (of: DictionaryName) => <Select options={optionsOf(of)} />
const radio = (of: DictionaryName) => <Radio.Group options={optionsOf(of)} />

function Field({
  name,
  label,
  required,
  rules = [],
  children,
  ...rest
}: FormItemProps & { label: string; name: string; children: ReactNode }) {
  const all = required ? [{ required: true, message: `${label} is required` }, ...rules] : rules
  return (
    <Col span={8}>
      <Form.Item name={name} label={label} rules={all} {...rest}>
        {children}
      </Form.Item>
    </Col>
  )
}
/** Only what depends on the field is drawn again when it changes. */
function When({ field, children }: { field: string; children: (value: Values[string]) => ReactNode }) {
  return (
    <Form.Item noStyle shouldUpdate={(a: Values, b: Values) => a[field] !== b[field]}>
      {({ getFieldValue }) => children(getFieldValue(field) as Values[string])}
    </Form.Item>
  )
}
const matches = (pattern: RegExp, label: string) => [{ pattern, message: `${label} is not valid` }]
const FIRST: Values = { type: 'company', deliver: 'ship', status: 'draft', hasInvoice: false }

export default function OfferForm() {
  const [form] = Form.useForm<Values>()
  const changed = (change: Values, values: Values) => {
    if ('price' in change || 'qty' in change)
      form.setFieldValue('total', Number((Number(values['price'] ?? 0) * Number(values['qty'] ?? 0)).toFixed(2)))
    if ('province' in change) form.setFieldValue('city', undefined)
  }
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={FIRST}
      onValuesChange={changed}
      onFinish={values => void post('/api-im/bench/offers/save', values)}
    >
      <Row gutter={16}>
        <Field name="title" label="Title" required rules={[{ max: 60 }]}>
          {control.text}
        </Field>
        <Field name="code" label="Code" required rules={matches(/^[A-Z0-9-]{4,20}$/, 'Code')}>
          {control.text}
        </Field>
        <Field name="type" label="Type" required>
          {select('sellerType')}
        </Field>
        <When field="type">
          {type =>
            type === 'company' && (
              <Field name="companyName" label="Company" required>
                {control.text}
              </Field>
            )
          }
        </When>
        <When field="type">
          {type =>
            type === 'company' && (
              <Field name="taxNo" label="Tax no">
                {control.text}
              </Field>
            )
          }
        </When>
        <Field name="contact" label="Contact" required>
          {control.text}
        </Field>
        <Field name="phone" label="Phone" required rules={matches(/^1\d{10}$/, 'Phone')}>
          {control.text}
        </Field>
        <Field name="email" label="Email" rules={matches(/^[^@ ]+@[^@ ]+\.[^@ ]+$/, 'Email')}>
          {control.text}
        </Field>
        <Field name="channel" label="Channel" required>
          {select('channel')}
        </Field>
        <Field name="category" label="Category" required>
          {select('category')}
        </Field>
        <Field name="brand" label="Brand">
          {control.text}
        </Field>
        <Field name="origin" label="Origin">
          {control.text}
        </Field>
        <Field name="price" label="Price" required rules={[{ type: 'number', min: 0 }]}>
          {control.number}
        </Field>
        <Field name="qty" label="Qty" required rules={[{ type: 'number', min: 1 }]}>
          {control.number}
        </Field>
        <Field name="total" label="Total">
          {control.sum}
        </Field>
        <Field name="weight" label="Weight">
          {control.number}
        </Field>
        <Field name="stock" label="Stock">
          {control.number}
        </Field>
        <Field name="province" label="Province" required>
          {select('province')}
        </Field>
        <When field="province">
          {of => (
            <Field name="city" label="City">
              <Select disabled={!of} options={of ? citiesOf(String(of)) : []} />
            </Field>
          )}
        </When>
        <Field name="deliver" label="Delivery">
          {radio('deliver')}
        </Field>
        <When field="deliver">
          {how =>
            how === 'ship' && (
              <Field name="address" label="Address" required>
                {control.long}
              </Field>
            )
          }
        </When>
        <When field="deliver">
          {how =>
            how === 'pickup' && (
              <Field name="storeId" label="Store" required>
                {control.text}
              </Field>
            )
          }
        </When>
        <Field name="startDate" label="Start" required>
          {control.date}
        </Field>
        <Field name="endDate" label="End">
          {control.date}
        </Field>
        <Field name="hasInvoice" label="Invoice" valuePropName="checked">
          {control.flag}
        </Field>
        <When field="hasInvoice">
          {yes => (
            <Field name="invoiceTitle" label="Invoice title" required={yes === true}>
              <Input disabled={!yes} />
            </Field>
          )}
        </When>
        <Field name="status" label="Status">
          {radio('sale')}
        </Field>
        <Field name="url" label="Link" rules={matches(/^https?:\/\//, 'Link')}>
          {control.text}
        </Field>
        <Field name="remark" label="Remark" rules={[{ max: 200 }]}>
          {control.long}
        </Field>
        <Field name="sort" label="Sort">
          {control.number}
        </Field>
      </Row>
      <Button type="primary" htmlType="submit">
        Save
      </Button>
    </Form>
  )
}
