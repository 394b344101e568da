import { layerOf } from '../../overlay/layer.ts'
import { isArea } from './area-exists.ts'
import { listOf } from '../../overlay/resolve.ts'
import type { Rule } from '../facts/rule.ts'

export const layerArea: Rule = {
  code: 'layer-area',
  about: {
    zh: '客户的地区文件夹在其所辖地区之内',
    en: "A customer's area folders lie within the areas that it covers",
  },
  check: ({ project }, report) => {
    for (const customer of project.documents.get('customer') ?? []) {
      const covered = listOf(customer.node, 'areas')
      for (const layer of project.layers) {
        const { area } = layer
        if (layer.customer !== layerOf(customer.layer)?.customer || area === undefined) continue
        // area-exists tells of a folder whose area there is not
        if (!isArea(area) || covered.some(code => code.startsWith(area) || area.startsWith(code))) continue
        report({
          origin: customer.node.entries.get('areas')?.keyOrigin ?? customer.node.origin,
          zh: `客户所辖地区里没有 ${area}，${layer.name} 的覆盖永远不起作用`,
          en: `The customer's areas do not cover ${area}: ${layer.name} never applies`,
        })
      }
    }
  },
}
