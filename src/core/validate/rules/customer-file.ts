import { layerOf } from '../../overlay/layer.ts'
import type { Rule } from '../facts/rule.ts'

export const customerFile: Rule = {
  code: 'customer-file',
  about: { zh: '每个客户文件夹都有 customer.yaml', en: 'Every customer folder has its customer.yaml' },
  check: ({ project }, report) => {
    const described = new Set(
      (project.documents.get('customer') ?? []).map(document => layerOf(document.layer)?.customer),
    )
    const reported = new Set<string>()
    for (const { customer } of project.layers) {
      if (customer === undefined || described.has(customer) || reported.has(customer)) continue
      reported.add(customer)
      report({
        severity: 'warning',
        origin: { file: `customers/${customer}/customer.yaml`, line: 1, col: 1 },
        zh: `客户 ${customer} 没有 customer.yaml：名称、租户和所辖地区无处可写`,
        en: `Customer ${customer} has no customer.yaml: nothing says its name, tenant and areas`,
      })
    }
  },
}
